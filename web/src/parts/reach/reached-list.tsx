import { List, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.tsx';

interface ReachedListProps<T> {
  title: string;
  items: readonly T[];
  keyOf(item: T): string;
  /** Number of unlisted items. */
  more?: number;
  children(item: T): ReactNode;
}

/** A list of what a change affects; a long one scrolls, also by keyboard. */
export function ReachedList<T>({ title, items, keyOf, more = 0, children }: ReachedListProps<T>) {
  const { reach } = useTexts();
  if (items.length === 0) return null;
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <List
        size="sm"
        spacing={4}
        mah={240}
        tabIndex={0}
        aria-label={title}
        style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}
      >
        {items.map((item) => (
          <List.Item key={keyOf(item)}>{children(item)}</List.Item>
        ))}
        {more > 0 && <List.Item>{reach.more(more)}</List.Item>}
      </List>
    </Stack>
  );
}

/** Details below a name. */
export const ReachedDetails = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed" component="div">
    {children}
  </Text>
);
