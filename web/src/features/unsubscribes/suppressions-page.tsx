import { Anchor } from '@mantine/core';
import { IconMailX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useStore } from '../../api/session.ts';
import { ConfirmChange } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useListQuery } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import { AddressList } from './address-list.tsx';
import { useRemoveSuppression, useSuppressions } from './queries.ts';

export function Page() {
  const { suppressions, pages } = useTexts();
  const remove = useRemoveSuppression();
  return (
    <>
      <PageHeader title={pages.suppressions} lead={suppressions.lead} />
      <AddressList
        label={pages.suppressions}
        of={useSuppressions(useListQuery())}
        empty={<EmptyState icon={IconMailX} title={suppressions.empty} hint={suppressions.emptyHint} />}
        note={({ imported, reason }) =>
          imported ? suppressions.imported(reason) : reason || suppressions.noReason
        }
        column={{
          title: suppressions.mail,
          width: 150,
          cell: ({ executionId }) => executionId && <ToMail id={executionId} />,
        }}
        removal={{
          Confirm: ConfirmChange,
          action: suppressions.remove,
          title: suppressions.removeTitle,
          text: suppressions.removeText,
          run: async (address) => {
            await remove.mutateAsync(address);
            return suppressions.removed(address);
          },
        }}
      />
    </>
  );
}

function ToMail({ id }: { id: string }) {
  const { suppressions } = useTexts();
  const store = useStore();
  return (
    <Anchor component={Link} to={storePath(store.id, `history/${id}`)} size="sm" underline="hover">
      {suppressions.toMail}
    </Anchor>
  );
}
