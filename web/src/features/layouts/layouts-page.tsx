import { Anchor, Badge, Button, Group, Menu, Select, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCopy, IconLayout, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay, useStore } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { DeletionImpact } from '../../parts/reach/impact.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useListQuery, useSearchParams } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { Time } from '../../parts/time.tsx';
import { TrashLink } from '../../parts/trash-link.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { NewLayoutDialog } from './new-layout-dialog.tsx';
import { type LayoutSummary, useDeleteLayout, useLayouts } from './queries.ts';
import { useDuplicate } from './use-duplicate.ts';

export function Page() {
  const { layouts, pages, common, trash } = useTexts();
  const store = useStore();
  const editor = useMay('editor');
  const [params, change] = useSearchParams();
  const [deleting, setDeleting] = useState<LayoutSummary | null>(null);
  const remove = useDeleteLayout();
  const duplicate = useDuplicate();
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
        of={useLayouts(useListQuery('category', 'sort'))}
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
            cell: ({ id, name, subject }) => (
              <>
                <Anchor
                  component={Link}
                  to={storePath(store.id, `layouts/${id}`)}
                  size="sm"
                  fw={600}
                  underline="hover"
                >
                  {name}
                </Anchor>
                <Text size="xs" c="dimmed" lineClamp={1}>
                  {subject}
                </Text>
              </>
            ),
          },
          {
            title: layouts.category,
            width: 165,
            cell: ({ category }) => (
              <Badge color={category === 'marketing' ? 'pine' : 'gray'}>{layouts.categories[category]}</Badge>
            ),
          },
          { title: layouts.languages, width: 150, cell: (row) => <Languages of={row} /> },
          { title: layouts.steps, width: 90, align: 'right', cell: ({ stepCount }) => stepCount },
          {
            title: layouts.changed,
            width: 140,
            sort: { field: 'updatedAt', first: 'descending' },
            cell: ({ updatedAt }) => <Time of={updatedAt} />,
          },
          {
            title: layouts.created,
            width: 140,
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
          await remove.mutateAsync(deleting?.id ?? '');
          notify(trash.moved);
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

const MAX_LANGUAGES = 3;

function Languages({ of: { languages } }: { of: LayoutSummary }) {
  const { layouts } = useTexts();
  const more = languages.length - MAX_LANGUAGES;
  return (
    <Group gap={4} justify="inherit">
      {languages.slice(0, MAX_LANGUAGES).map(({ locale, incomplete }) => (
        <Badge
          key={locale}
          color="gray"
          size="sm"
          {...(incomplete && { variant: 'outline', title: layouts.incomplete })}
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
