import { Button, CloseButton, Group, Pagination, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { EmptyState } from './empty-state.tsx';
import { useSearchParams } from './search-params.ts';

const TYPING_ENDS_MS = 250;

/** A search field for a list; its value is stored in the URL as `q`. */
export function ListSearch({ label }: { label: string }) {
  const { common } = useTexts();
  const [params, change] = useSearchParams();
  const [typed, setTyped] = useState(params['q'] ?? '');
  const later = useDebouncedCallback((q: string) => change({ q }), TYPING_ENDS_MS);
  const type = (q: string) => {
    setTyped(q);
    later(q);
  };
  return (
    <TextInput
      flex="1 1 14rem"
      maw={360}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed && <CloseButton size="sm" aria-label={common.clearSearch} onClick={() => type('')} />
      }
    />
  );
}

export function ListPaging({ page, pages, total }: { page: number; pages: number; total: number }) {
  const { common } = useTexts();
  const [, change] = useSearchParams();
  const controls = { previous: common.previous, next: common.next } as Record<string, string>;
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {common.results(total)}
      </Text>
      {pages > 1 && (
        <Pagination
          size="sm"
          value={page}
          total={pages}
          onChange={(next) => change({ page: String(next) })}
          aria-label={common.pagesOf(page, pages)}
          getControlProps={(control) => ({ 'aria-label': controls[control] })}
        />
      )}
    </Group>
  );
}

export function NothingFound({ names }: { names: readonly string[] }) {
  const { common } = useTexts();
  const [, change] = useSearchParams();
  const clear = () => change(Object.fromEntries(names.map((name) => [name, null])));
  return (
    <EmptyState icon={IconSearchOff} title={common.nothingFound} hint={common.nothingFoundHint}>
      <Button variant="default" size="xs" onClick={clear}>
        {common.clearFilters}
      </Button>
    </EmptyState>
  );
}
