import { Card, Group, Paper, Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from 'outstep/kernel/page.ts';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Failure } from './failure.tsx';
import { ListPaging, ListSearch, NothingFound } from './list-controls.tsx';
import { useSearchParams } from './search-params.ts';
import { type Sortable, SortHeader, SortSelect } from './sorting.tsx';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  width?: number | string;
  align?: 'right';
  /** How the server sorts by this column, if it can. */
  sort?: Sortable;
}

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  of: UseQueryResult<Page<Row>>;
  rowKey: (row: Row) => string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  /** Buttons or a menu at the end of a row. */
  actions?: (row: Row) => ReactNode;
  /** Label of the search field, if the list can be searched (`q`). */
  search?: string;
  /** Additional controls beside the search; their values are stored in the URL under these names. */
  filters?: { names: readonly string[]; controls: ReactNode };
  /** The server's default order, if the list can be sorted. */
  usualSort?: string;
  /** Shown if there are no items at all. */
  empty: ReactNode;
}

/** A list from the server with search and paging in the URL; shown as cards on phones. */
export function DataTable<Row>({ of: list, search, filters, empty, ...rest }: DataTableProps<Row>) {
  const [params] = useSearchParams();
  const { items, page, pages, total } = list.data ?? { items: [], page: 1, pages: 0, total: 0 };
  const narrowing = ['page', 'q', ...(filters?.names ?? [])];
  const narrowed = narrowing.some((name) => params[name]);
  const bare = list.isSuccess && total === 0 && !narrowed;
  const { columns, usualSort } = rest;
  const narrow = useIsNarrow();
  return (
    <Stack gap="sm">
      {(search || filters) && !bare && (
        <Group gap="sm" align="flex-end">
          {search && <ListSearch label={search} />}
          {filters?.controls}
          {usualSort && narrow && <SortSelect columns={columns} usual={usualSort} />}
        </Group>
      )}
      {list.isError ? (
        <Failure error={list.error} retry={list.refetch} />
      ) : list.isPending ? (
        <Waiting />
      ) : items.length === 0 ? (
        <Paper withBorder>{narrowed ? <NothingFound names={narrowing} /> : empty}</Paper>
      ) : (
        <Rows items={items} {...rest} />
      )}
      {list.isSuccess && total > 0 && (pages > 1 || search || filters) && (
        <ListPaging page={page} pages={pages} total={total} />
      )}
    </Stack>
  );
}

function Waiting() {
  const { common } = useTexts();
  return (
    <Paper withBorder p="md" aria-busy>
      <VisuallyHidden role="status">{common.loading}</VisuallyHidden>
      <Stack gap="md">
        {['70%', '85%', '60%', '78%'].map((width) => (
          <Skeleton key={width} height={16} width={width} />
        ))}
      </Stack>
    </Paper>
  );
}

type TableRowsProps<Row> = Pick<
  DataTableProps<Row>,
  'label' | 'rowKey' | 'columns' | 'actions' | 'usualSort'
> & {
  items: readonly Row[];
};

const useIsNarrow = () =>
  useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false;

function Rows<Row>(props: TableRowsProps<Row>) {
  return useIsNarrow() ? <Cards {...props} /> : <Lines {...props} />;
}

function Lines<Row>({ label, items, rowKey, columns, actions, usualSort }: TableRowsProps<Row>) {
  const { common } = useTexts();
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table highlightOnHover aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, width, align, sort }) =>
              sort && usualSort ? (
                <SortHeader key={title} title={title} by={sort} usual={usualSort} width={width} />
              ) : (
                <Table.Th key={title} w={width} ta={align} fz="xs" c="dimmed" fw={600}>
                  {title}
                </Table.Th>
              ),
            )}
            {actions && (
              <Table.Th w={1}>
                <VisuallyHidden>{common.actions}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map(({ title, cell, align }) => (
                <Table.Td key={title} ta={align}>
                  {cell(row)}
                </Table.Td>
              ))}
              {actions && <Table.Td ta="right">{actions(row)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function Cards<Row>({ label, items, rowKey, columns: [first, ...others], actions }: TableRowsProps<Row>) {
  return (
    <Stack component="ul" aria-label={label} gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
      {items.map((row) => (
        <Card key={rowKey(row)} component="li" withBorder padding="md">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <div style={{ minWidth: 0 }}>{first?.cell(row)}</div>
            {actions?.(row)}
          </Group>
          <Stack gap={6} mt="xs">
            {others.map(({ title, cell }) => (
              <Group key={title} justify="space-between" gap="md" wrap="nowrap">
                <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
                  {title}
                </Text>
                <Text size="sm" component="div" ta="right" miw={0}>
                  {cell(row)}
                </Text>
              </Group>
            ))}
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}
