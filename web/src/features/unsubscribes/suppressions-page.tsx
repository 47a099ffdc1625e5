import { Anchor, Button, Text } from '@mantine/core';
import { IconMailX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useStore } from '../../api/session.ts';
import { ConfirmChange } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { useListQuery } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useRemoveSuppression, useSuppressions } from './queries.ts';

export function Page() {
  const { suppressions, unsubscribes, pages } = useTexts();
  const { id } = useStore();
  const [removing, setRemoving] = useState<string | null>(null);
  return (
    <>
      <PageHeader title={pages.suppressions} lead={suppressions.lead} />
      <DataTable
        label={pages.suppressions}
        of={useSuppressions(useListQuery())}
        rowKey={({ address }) => address}
        search={unsubscribes.search}
        empty={<EmptyState icon={IconMailX} title={suppressions.empty} hint={suppressions.emptyHint} />}
        columns={[
          {
            title: unsubscribes.address,
            cell: ({ address, reason }) => (
              <>
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {address}
                </Text>
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {reason || suppressions.noReason}
                </Text>
              </>
            ),
          },
          {
            title: suppressions.mail,
            width: 150,
            cell: ({ executionId }) =>
              executionId && (
                <Anchor
                  component={Link}
                  to={storePath(id, `history/${executionId}`)}
                  size="sm"
                  underline="hover"
                >
                  {suppressions.toMail}
                </Anchor>
              ),
          },
          { title: unsubscribes.since, width: 150, cell: ({ createdAt }) => <Time of={createdAt} /> },
        ]}
        actions={({ address }) => (
          <Button
            size="xs"
            variant="default"
            style={{ flexShrink: 0 }}
            onClick={() => setRemoving(address)}
            aria-label={`${suppressions.remove}: ${address}`}
          >
            {suppressions.remove}
          </Button>
        )}
      />
      <Text size="xs" c="dimmed" mt="sm">
        {unsubscribes.searchHint}
      </Text>
      <Removing address={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

function Removing({ address, onClose }: { address: string | null; onClose: () => void }) {
  const { suppressions } = useTexts();
  const remove = useRemoveSuppression();
  const name = address ?? '';
  return (
    <ConfirmChange
      opened={address !== null}
      title={suppressions.removeTitle(name)}
      action={suppressions.remove}
      onClose={onClose}
      run={async () => {
        await remove.mutateAsync(name);
        notify(suppressions.removed(name));
      }}
    >
      {suppressions.removeText}
    </ConfirmChange>
  );
}
