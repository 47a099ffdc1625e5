import { Anchor, Badge, Button, Group, Menu, Select, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCopy, IconLayout, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay, useStore } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { DeletionImpact } from '../../parts/reach/impact.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useListQuery, useSearchParams } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { TemplateText } from '../../parts/template-text.tsx';
import { Time } from '../../parts/time.tsx';
import { TrashLink } from '../../parts/trash-link.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useNotifyMoved } from '../trash/use-notify-moved.ts';
import { LayoutThumbnail } from './layout-thumbnail.tsx';
import { NewLayoutDialog } from './new-layout-dialog.tsx';
import {
  type LayoutRuns,
  type LayoutSummary,
  useDeleteLayout,
  useLayoutRuns,
  useLayouts,
} from './queries.ts';
import { useDuplicate } from './use-duplicate.ts';

export function Page() {
  const { layouts, pages, common } = useTexts();
  const store = useStore();
  const editor = useMay('editor');
  const [params, change] = useSearchParams();
  const [deleting, setDeleting] = useState<LayoutSummary | null>(null);
  const query = useListQuery('category', 'sort');
  const runs = useLayoutRuns(query);
  const remove = useDeleteLayout();
  const notifyMoved = useNotifyMoved();
  const navigate = useNavigate();
  const duplicate = useDuplicate((id) => void navigate({ to: storePath(store.id, `layouts/${id}`) }));
  const create = () => change({ new: '1' });
  return (
    <>
      <PageHeader title={pages.layouts} lead={layouts.lead}>
        <TrashLink />
        {editor && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={create}>
            {layouts.create}
          </Button>
        )}
      </PageHeader>
      <DataTable
        label={pages.layouts}
        of={useLayouts(query)}
        rowKey={({ id }) => id}
        search={layouts.search}
        usualSort="-updatedAt"
        filters={{ names: ['category'], controls: <CategoryFilter /> }}
        empty={
          <EmptyState icon={IconLayout} title={layouts.empty} hint={layouts.emptyHint}>
            {editor && (
              <Button mt="xs" onClick={create}>
                {layouts.createFirst}
              </Button>
            )}
          </EmptyState>
        }
        columns={[
          {
            title: common.name,
            sort: { field: 'name', first: 'ascending' },
            cell: (layout) => (
              <Group gap="md" wrap="nowrap">
                <LayoutThumbnail of={layout} />
                <div style={{ minWidth: 0 }}>
                  <Anchor
                    component={Link}
                    to={storePath(store.id, `layouts/${layout.id}`)}
                    size="sm"
                    fw={600}
                    underline="hover"
                  >
                    {layout.name}
                  </Anchor>
                  <Text size="xs" c="dimmed" lineClamp={2}>
                    <TemplateText>{layout.subject}</TemplateText>
                  </Text>
                </div>
              </Group>
            ),
          },
          {
            title: layouts.category,
            width: 130,
            cell: ({ category }) => layouts.categories[category],
          },
          { title: layouts.languages, width: 150, cell: (row) => <Languages of={row} /> },
          {
            title: layouts.runsInDays,
            width: 130,
            align: 'right',
            cell: (row) => <Runs of={row} counts={runs?.get(row.id)} />,
          },
          {
            title: layouts.changed,
            width: 130,
            sort: { field: 'updatedAt', first: 'descending' },
            cell: ({ updatedAt }) => <Time of={updatedAt} />,
          },
          {
            title: layouts.createdAt,
            width: 130,
            sort: { field: 'createdAt', first: 'descending' },
            cell: ({ createdAt }) => <Time of={createdAt} />,
          },
        ]}
        {...(editor && {
          actions: (layout: LayoutSummary) => (
            <RowMenu name={layout.name}>
              <Menu.Item
                leftSection={<IconCopy size={16} aria-hidden />}
                onClick={() => void duplicate(layout)}
              >
                {layouts.duplicate}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setDeleting(layout)}
              >
                {common.delete}
              </Menu.Item>
            </RowMenu>
          ),
        })}
      />
      {editor && <NewLayoutDialog opened={params['new'] === '1'} onClose={() => change({ new: null })} />}
      <ConfirmDelete
        opened={deleting !== null}
        title={layouts.deleteTitle(deleting?.name ?? '')}
        onClose={() => setDeleting(null)}
        run={async () => {
          if (!deleting) return;
          await remove.mutateAsync(deleting.id);
          notifyMoved(deleting);
        }}
      >
        <Stack gap="xs">
          <span>{layouts.deleteText}</span>
          {deleting && <DeletionImpact path={`/email-templates/${deleting.id}/reach`} />}
        </Stack>
      </ConfirmDelete>
    </>
  );
}

/** The list doesn't wait for these figures. */
function Runs({ of: { stepCount }, counts }: { of: LayoutSummary; counts: LayoutRuns | undefined }) {
  const { layouts } = useTexts();
  const { number } = useFormats();
  return (
    <>
      <Text size="sm" fw={550}>
        {counts ? `${number(counts.runs)}${counts.runsAtLeast ? '+' : ''}` : '–'}
      </Text>
      <Text size="xs" c="dimmed">
        {layouts.usedBySteps(stepCount)}
      </Text>
    </>
  );
}

const MAX_LANGUAGES = 3;

function Languages({ of: { languages } }: { of: LayoutSummary }) {
  const { layouts } = useTexts();
  const more = languages.length - MAX_LANGUAGES;
  return (
    <Group gap={4} justify="inherit">
      {languages.slice(0, MAX_LANGUAGES).map(({ locale, incomplete }) => (
        <Badge
          key={locale}
          color={incomplete ? 'yellow' : 'gray'}
          radius="sm"
          size="sm"
          {...(incomplete && { title: layouts.incomplete })}
        >
          {locale}
          {incomplete && <VisuallyHidden> {layouts.incomplete}</VisuallyHidden>}
        </Badge>
      ))}
      {more > 0 && <Text size="xs">+{more}</Text>}
    </Group>
  );
}

function CategoryFilter() {
  const { layouts, common } = useTexts();
  const [{ category = null }, change] = useSearchParams();
  return (
    <Select
      aria-label={layouts.category}
      placeholder={layouts.anyCategory}
      clearable
      clearButtonProps={{ 'aria-label': common.clearFilters }}
      data={(['transactional', 'marketing'] as const).map((value) => ({
        value,
        label: layouts.categories[value],
      }))}
      value={category}
      onChange={(value) => change({ category: value })}
    />
  );
}
