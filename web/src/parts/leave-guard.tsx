import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { memo } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Dialog } from './dialog.tsx';
import { isLeaving } from './leave-at-once.ts';

/** Asks before unsaved work is left; switching tabs or languages of a page is not leaving. */
export const LeaveGuard = memo(function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { layouts } = useTexts();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty && !isLeaving(),
    withResolver: true,
  });
  const stay = () => reset?.();
  return (
    <Dialog opened={status === 'blocked'} onClose={stay} title={layouts.leaveTitle}>
      <Stack>
        <Text size="sm">{layouts.leaveText}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={stay} data-autofocus>
            {layouts.stay}
          </Button>
          <Button color="red.9" onClick={() => proceed?.()}>
            {layouts.leave}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
});
