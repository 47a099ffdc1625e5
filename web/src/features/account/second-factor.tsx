import { Badge, Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { SecondFactorTask } from './second-factor-dialog.tsx';

const SecondFactorDialog = lazy(async () => ({
  default: (await import('./second-factor-dialog.tsx')).SecondFactorDialog,
}));

/** Authenticator codes in addition to the password. */
export function SecondFactor() {
  const { account } = useTexts();
  const { hasSecondFactor } = useSession();
  const [task, setTask] = useState<SecondFactorTask | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (next: SecondFactorTask) => {
    setTask(next);
    setOpened(true);
  };
  return (
    <Section
      title={account.secondFactor}
      hint={account.secondFactorHint}
      action={
        hasSecondFactor ? (
          <Button variant="default" onClick={() => open('turn-off')}>
            {account.turnOff}
          </Button>
        ) : (
          <Button variant="default" onClick={() => open('turn-on')}>
            {account.turnOn}
          </Button>
        )
      }
    >
      {hasSecondFactor ? (
        <Group justify="space-between" gap="sm">
          <Badge>{account.secondFactorOn}</Badge>
          <Button size="xs" variant="default" onClick={() => open('new-codes')}>
            {account.newRecoveryCodes}
          </Button>
        </Group>
      ) : (
        <Text size="sm">{account.secondFactorOff}</Text>
      )}
      {task && (
        <Suspense>
          <SecondFactorDialog task={task} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </Section>
  );
}
