import { Badge, Button } from '@mantine/core';
import { IconMailOff, IconPlus, IconUpload } from '@tabler/icons-react';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useListQuery, useSearchParams } from '../../parts/search-params.ts';
import { useTexts } from '../../texts/texts.tsx';
import { AddDialog } from './add-dialog.tsx';
import { AddressList } from './address-list.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { useRemoveUnsubscribe, useUnsubscribes } from './queries.ts';

export function Page() {
  const { unsubscribes, pages } = useTexts();
  const [params, change] = useSearchParams();
  const remove = useRemoveUnsubscribe();
  return (
    <>
      <PageHeader title={pages.unsubscribes} lead={unsubscribes.lead}>
        <ExportButton path="/unsubscribes/export" title={unsubscribes.exportHint}>
          {unsubscribes.export}
        </ExportButton>
        <Button
          variant="default"
          leftSection={<IconUpload size={18} aria-hidden />}
          onClick={() => change({ import: '1' })}
        >
          {unsubscribes.import}
        </Button>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => change({ new: '1' })}>
          {unsubscribes.add}
        </Button>
      </PageHeader>
      <AddressList
        label={pages.unsubscribes}
        of={useUnsubscribes(useListQuery())}
        empty={<EmptyState icon={IconMailOff} title={unsubscribes.empty} hint={unsubscribes.emptyHint} />}
        column={{
          title: unsubscribes.source,
          width: 180,
          cell: ({ source }) => <Badge color="gray">{unsubscribes.sources[source]}</Badge>,
        }}
        removal={{
          Confirm: ConfirmDelete,
          action: unsubscribes.removeAction,
          title: unsubscribes.removeTitle,
          text: unsubscribes.removeText,
          run: async (address) => {
            const { removed } = await remove.mutateAsync(address);
            return removed ? unsubscribes.removed(address) : unsubscribes.wasGone(address);
          },
        }}
      />
      <AddDialog opened={params['new'] === '1'} onClose={() => change({ new: null })} />
      <ImportDialog opened={params['import'] === '1'} onClose={() => change({ import: null })} />
    </>
  );
}
