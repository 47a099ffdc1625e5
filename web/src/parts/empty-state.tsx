import { Center, Stack, Text, ThemeIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: Icon;
  title: string;
  hint?: string;
  /** Actions that the person can take. */
  children?: ReactNode;
}

export function EmptyState({ icon: Picture, title, hint, children }: EmptyStateProps) {
  return (
    <Center py={48} px="md">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <ThemeIcon variant="light" size={48} radius="xl" aria-hidden>
          <Picture size={24} stroke={1.6} />
        </ThemeIcon>
        <Text fw={600}>{title}</Text>
        {hint && (
          <Text c="dimmed" size="sm">
            {hint}
          </Text>
        )}
        {children}
      </Stack>
    </Center>
  );
}
