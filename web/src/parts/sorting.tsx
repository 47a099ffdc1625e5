import { Select, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useTexts } from '../texts/texts.tsx';
import { useSearchParams } from './search-params.ts';
import classes from './sorting.module.css';

/** A sortable column: its name on the server, and its default direction. */
export interface Sortable {
  field: string;
  first: 'ascending' | 'descending';
}

const sortOf = (field: string, way: Sortable['first']) => (way === 'ascending' ? field : `-${field}`);

/** The order of a list, stored in the URL as `sort` unless it is the server's default. */
function useSorting(usual: string) {
  const [{ sort = usual }, change] = useSearchParams();
  return {
    sort,
    wayOf: (field: string): Sortable['first'] | null =>
      sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : null,
    sortBy: (next: string) => change({ sort: next === usual ? null : next }),
  };
}

interface SortHeaderProps {
  title: string;
  by: Sortable;
  usual: string;
  width?: number | string | undefined;
}

const oppositeDirection = { ascending: 'descending', descending: 'ascending' } as const;

/** A column header as a button that sorts by it, or reverses the order. */
export function SortHeader({ title, by, usual, width }: SortHeaderProps) {
  const { wayOf, sortBy } = useSorting(usual);
  const way = wayOf(by.field);
  const Sign = way === null ? IconArrowsSort : way === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th w={width} aria-sort={way ?? 'none'} fz="xs" c="dimmed" fw={600}>
      <UnstyledButton
        className={classes['head'] ?? ''}
        data-sorted={way !== null || undefined}
        onClick={() => sortBy(sortOf(by.field, way === null ? by.first : oppositeDirection[way]))}
      >
        {title}
        <Sign size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

interface SortSelectProps {
  columns: readonly { title: string; sort?: Sortable | undefined }[];
  usual: string;
}

/** Sorting for cards, which have no column headers. */
export function SortSelect({ columns, usual }: SortSelectProps) {
  const { common } = useTexts();
  const { sort, sortBy } = useSorting(usual);
  const data = columns.flatMap(({ title, sort: by }) =>
    by
      ? [
          { value: by.field, label: common.ascending(title) },
          { value: `-${by.field}`, label: common.descending(title) },
        ]
      : [],
  );
  return (
    <Select
      aria-label={common.sortBy}
      allowDeselect={false}
      data={data}
      value={sort}
      onChange={(next) => next && sortBy(next)}
    />
  );
}
