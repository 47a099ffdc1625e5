import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHeading } from './use-heading.ts';

interface PageHeaderProps {
  title: string;
  lead?: ReactNode;
  /** Buttons on the right. */
  children?: ReactNode;
}

/** The top of every page: sets the window title, and takes the focus after navigation from another page. */
export function PageHeader({ title, lead, children }: PageHeaderProps) {
  const heading = useHeading();
  return (
    <Group component="header" justify="space-between" align="flex-start" gap="md" mb="lg">
      <title>{`${title} · Outstep`}</title>
      <Box flex="1 1 16rem" miw={0}>
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" size="sm" mt={2}>
            {lead}
          </Text>
        )}
      </Box>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
