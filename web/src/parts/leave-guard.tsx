import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { memo } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Dialog } from './dialog.tsx';
import { isLeaving } from './leave-without-prompt.ts';

interface LeaveQuestionProps {
  opened: boolean;
  onStay(): void;
  onLeave(): void;
}

/** Asks whether to leave unsaved work, which is kept as a draft. */
export function LeaveQuestion({ opened, onStay, onLeave }: LeaveQuestionProps) {
  const { layouts } = useTexts();
  return (
    <Dialog opened={opened} onClose={onStay} title={layouts.leaveTitle}>
      <Stack>
        <Text size="sm">{layouts.leaveText}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onStay} data-autofocus>
            {layouts.stay}
          </Button>
          <Button color="red.9" onClick={onLeave}>
            {layouts.leave}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Asks before leaving unsaved work; switching a page's tab or language is not leaving. */
export const LeaveGuard = memo(function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty && !isLeaving(),
    withResolver: true,
  });
  return <LeaveQuestion opened={status === 'blocked'} onStay={() => reset?.()} onLeave={() => proceed?.()} />;
});
