import { Anchor, Badge, Button, Menu, Select, Text } from '@mantine/core';
import { IconLayoutNavbar, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay, useStore } from '../../api/session.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useListQuery, useSearchParams } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { DeletePreset } from './delete-preset.tsx';
import { kinds, NewPresetDialog, RenameDialog } from './preset-dialogs.tsx';
import { type PresetSummary, usePresets } from './queries.ts';

export function Page() {
  const { presets, pages, common } = useTexts();
  const store = useStore();
  const editor = useMay('editor');
  const [params, change] = useSearchParams();
  // Kept while the dialog closes, so that its content doesn't change.
  const [renaming, setRenaming] = useState<PresetSummary | null>(null);
  const [isRenaming, setIsRenaming] = useState(false);
  const [deleting, setDeleting] = useState<PresetSummary | null>(null);
  const add = editor && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => change({ new: '1' })}>
      {presets.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={pages.presets} lead={presets.lead}>
        {add}
      </PageHeader>
      <DataTable
        label={pages.presets}
        of={usePresets(useListQuery('kind'))}
        rowKey={({ id }) => id}
        search={presets.search}
        filters={{ names: ['kind'], controls: <KindFilter /> }}
        empty={
          <EmptyState icon={IconLayoutNavbar} title={presets.empty} hint={presets.emptyHint}>
            {add}
          </EmptyState>
        }
        columns={[
          {
            title: common.name,
            cell: ({ id, name }) => (
              <Anchor
                component={Link}
                to={storePath(store.id, `presets/${id}`)}
                size="sm"
                fw={600}
                underline="hover"
                style={{ overflowWrap: 'anywhere' }}
              >
                {name}
              </Anchor>
            ),
          },
          {
            title: presets.kind,
            width: 130,
            cell: ({ kind }) => <Badge color="gray">{presets.kinds[kind]}</Badge>,
          },
          { title: presets.usedBy, width: 280, cell: (preset) => <UsedBy of={preset} /> },
          { title: presets.changed, width: 140, cell: ({ updatedAt }) => <Time of={updatedAt} /> },
        ]}
        {...(editor && {
          actions: (preset: PresetSummary) => (
            <RowMenu name={preset.name}>
              <Menu.Item
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => {
                  setRenaming(preset);
                  setIsRenaming(true);
                }}
              >
                {presets.rename}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setDeleting(preset)}
              >
                {common.delete}
              </Menu.Item>
            </RowMenu>
          ),
        })}
      />
      {editor && (
        <>
          <NewPresetDialog opened={params['new'] === '1'} onClose={() => change({ new: null })} />
          <RenameDialog opened={isRenaming} preset={renaming} onClose={() => setIsRenaming(false)} />
          <DeletePreset preset={deleting} onClose={() => setDeleting(null)} />
        </>
      )}
    </>
  );
}

function UsedBy({ of: { usedBy, useCount } }: { of: PresetSummary }) {
  const { presets, files } = useTexts();
  const [first] = usedBy;
  if (!first)
    return (
      <Text size="sm" c="dimmed">
        {files.unused}
      </Text>
    );
  return (
    <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
      {presets.layout(first.name)} {useCount > 1 && files.more(useCount - 1)}
    </Text>
  );
}

function KindFilter() {
  const { presets, common } = useTexts();
  const [{ kind = null }, change] = useSearchParams();
  return (
    <Select
      aria-label={presets.kind}
      placeholder={presets.anyKind}
      clearable
      clearButtonProps={{ 'aria-label': common.clearFilters }}
      data={kinds.map((value) => ({ value, label: presets.kinds[value] }))}
      value={kind}
      onChange={(value) => change({ kind: value })}
    />
  );
}
