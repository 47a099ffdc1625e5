import { Group, Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../../parts/failure.tsx';

interface RowsProps<Item> {
  label: string;
  of: UseQueryResult<Item[]>;
  empty?: string;
  children: (item: Item) => ReactNode;
}

/** A short list of the person's own items. */
export function Rows<Item extends { id: string }>({ label, of: list, empty, children }: RowsProps<Item>) {
  if (list.isError) return <Failure error={list.error} retry={list.refetch} />;
  if (!list.data) return <Skeleton height={36} />;
  if (list.data.length === 0) return <Text size="sm">{empty}</Text>;
  return (
    <Stack component="ul" aria-label={label} gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {list.data.map((item) => (
        <Group key={item.id} component="li" justify="space-between" gap="sm" wrap="nowrap">
          {children(item)}
        </Group>
      ))}
    </Stack>
  );
}
