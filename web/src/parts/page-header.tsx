import { Box, Group, Text, Title } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { useHeading } from './use-heading.ts';

/** Links to the sibling pages, which the frame of the app provides. */
export const SiblingPages = createContext<ReactNode>(null);

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
    <Box component="header" mb="md">
      <title>{`${title} · Outstep`}</title>
      <Group justify="space-between" align="flex-start" gap="md">
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
      {use(SiblingPages)}
    </Box>
  );
}
