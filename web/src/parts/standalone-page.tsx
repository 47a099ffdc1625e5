import { Anchor, Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Language, languages, useLanguage } from '../texts/texts.tsx';
import classes from './standalone-page.module.css';
import { useHeading } from './use-heading.ts';
import { Wordmark } from './wordmark.tsx';

interface StandalonePageProps {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
  /** Links below the card. */
  footer?: ReactNode;
}

/** Pages outside of the shell: signing in, invitations, the first store. */
export function StandalonePage({ title, lead, children, footer }: StandalonePageProps) {
  const { language, choose } = useLanguage();
  const heading = useHeading();
  const others = (Object.keys(languages) as Language[]).filter((tag) => tag !== language);
  return (
    <Box component="main" className={classes['ground'] ?? ''}>
      <title>{`${title} · Outstep`}</title>
      <Stack w="100%" maw={400} gap="lg">
        <Group justify="center">
          <Wordmark size={32} />
        </Group>
        <Paper withBorder shadow="xs" p={{ base: 'lg', sm: 'xl' }} radius="lg">
          <Title order={1} ref={heading} tabIndex={-1} mb={lead ? 4 : 'lg'}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" mb="lg" size="sm" component="div">
              {lead}
            </Text>
          )}
          {children}
        </Paper>
        {footer && (
          <Text size="sm" ta="center" component="div">
            {footer}
          </Text>
        )}
        <Group justify="center" gap="md">
          {others.map((tag) => (
            <Anchor
              key={tag}
              component="button"
              size="sm"
              c="dimmed"
              lang={tag}
              onClick={() => void choose(tag)}
            >
              {languages[tag]}
            </Anchor>
          ))}
        </Group>
      </Stack>
    </Box>
  );
}
