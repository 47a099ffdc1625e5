import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { Role } from 'outstep/kernel/access-levels.ts';
import type { ReactNode } from 'react';
import { useErrorText } from '../api/error-text.ts';
import { useTexts } from '../texts/texts.tsx';

function DeadEnd({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <Center mih="60vh" p="lg">
      <title>{`${title} · Outstep`}</title>
      <Stack align="center" ta="center" gap="xs" maw={440}>
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{hint}</Text>
        <Group mt="md" justify="center">
          {children}
        </Group>
      </Stack>
    </Center>
  );
}

function Home() {
  const { shell } = useTexts();
  return (
    <Button variant="default" component={Link} to="/">
      {shell.home}
    </Button>
  );
}

export function NotFound() {
  const { shell } = useTexts();
  return (
    <DeadEnd title={shell.notFound} hint={shell.notFoundHint}>
      <Home />
    </DeadEnd>
  );
}

export function RoleRequired({ role }: { role: Role }) {
  const { shell, common } = useTexts();
  return (
    <DeadEnd title={shell.noRole} hint={shell.noRoleHint(common.roles[role])}>
      <Home />
    </DeadEnd>
  );
}

/** An error thrown by a page or while loading it. */
export function ErrorPage({ error, reset }: { error: unknown; reset?: () => void }) {
  const { errors, common } = useTexts();
  const errorText = useErrorText();
  const router = useRouter();
  const retry = () => {
    reset?.();
    void router.invalidate();
  };
  return (
    <DeadEnd title={errors.pageFailed} hint={errorText(error)}>
      <Button onClick={retry}>{common.retry}</Button>
      <Home />
    </DeadEnd>
  );
}
