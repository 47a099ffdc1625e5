import { Badge, Button, Text } from '@mantine/core';
import { IconDownload, IconMailOff, IconPlus, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { useListQuery, useSearchParams } from '../../parts/search-params.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { AddDialog } from './add-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { useExportAddress, useRemoveUnsubscribe, useUnsubscribes } from './queries.ts';

export function Page() {
  const { unsubscribes, pages } = useTexts();
  const [params, change] = useSearchParams();
  const list = useUnsubscribes(useListQuery());
  const exportAddress = useExportAddress();
  const [removing, setRemoving] = useState<string | null>(null);
  return (
    <>
      <PageHeader title={pages.unsubscribes} lead={unsubscribes.lead}>
        <Button
          component="a"
          href={exportAddress}
          download
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          title={unsubscribes.exportHint}
        >
          {unsubscribes.export}
        </Button>
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
      <DataTable
        label={pages.unsubscribes}
        of={list}
        rowKey={({ address }) => address}
        search={unsubscribes.search}
        empty={<EmptyState icon={IconMailOff} title={unsubscribes.empty} hint={unsubscribes.emptyHint} />}
        columns={[
          {
            title: unsubscribes.address,
            cell: ({ address }) => (
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {address}
              </Text>
            ),
          },
          {
            title: unsubscribes.source,
            width: 180,
            cell: ({ source }) => <Badge color="gray">{unsubscribes.sources[source]}</Badge>,
          },
          { title: unsubscribes.since, width: 150, cell: ({ createdAt }) => <Time of={createdAt} /> },
        ]}
        actions={({ address }) => (
          <Button
            size="xs"
            variant="default"
            style={{ flexShrink: 0 }}
            onClick={() => setRemoving(address)}
            aria-label={`${unsubscribes.removeAction}: ${address}`}
          >
            {unsubscribes.removeAction}
          </Button>
        )}
      />
      <Text size="xs" c="dimmed" mt="sm">
        {unsubscribes.searchHint}
      </Text>
      <AddDialog opened={params['new'] === '1'} onClose={() => change({ new: null })} />
      <ImportDialog opened={params['import'] === '1'} onClose={() => change({ import: null })} />
      <Removing address={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

function Removing({ address, onClose }: { address: string | null; onClose: () => void }) {
  const { unsubscribes } = useTexts();
  const remove = useRemoveUnsubscribe();
  const name = address ?? '';
  return (
    <ConfirmDelete
      opened={address !== null}
      title={unsubscribes.removeTitle(name)}
      action={unsubscribes.removeAction}
      onClose={onClose}
      run={async () => {
        const { removed } = await remove.mutateAsync(name);
        notify(removed ? unsubscribes.removed(name) : unsubscribes.wasGone(name));
      }}
    >
      {unsubscribes.removeText}
    </ConfirmDelete>
  );
}
