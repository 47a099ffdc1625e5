import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  hint?: string;
  /** A button beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** One subject on a page of several. */
export function Section({ title, hint, action, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder p="lg">
      <Group justify="space-between" align="flex-start" mb="md">
        <Box flex="1 1 14rem" miw={0}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {hint && (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          )}
        </Box>
        {action}
      </Group>
      <Stack gap="md">{children}</Stack>
    </Paper>
  );
}
