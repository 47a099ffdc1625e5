import { Button, Group, Stack, Text } from '@mantine/core';
import type { Message } from 'outstep/kernel/messages/message.ts';
import { render } from 'outstep/kernel/messages/render.ts';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client.ts';
import { type Texts, useTexts } from '../texts/texts.tsx';
import { ConfirmDelete } from './confirm.tsx';
import { Dialog } from './dialog.tsx';

interface DeleteUnlessUsedProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** Texts for an item in use; `users` is `null` if it isn't. */
  inUse: { title: string; text: string; users: ReactNode | null; now: (users: string) => string };
  run: () => Promise<unknown>;
  onClose: () => void;
}

const USERS = /^in use by (.+)$/;

/** What uses it, in the reader's language; `null` if the deletion was rejected for another reason. */
function usersIn({ message, messages: [told] }: ApiError, texts: Texts['messages']): string | null {
  const [, inEnglish = null] = USERS.exec(message) ?? [];
  if (inEnglish === null || !texts || !told) return inEnglish;
  const { users, last, count } = told.params;
  const named = [users, last].flat().filter((each) => typeof each === 'object');
  const more = count === undefined ? [] : [{ code: 'and_more', params: { count } } as const];
  return [...named, ...more].map((each) => render(texts, each as Message)).join(', ');
}

/**
 * Asks before deleting. For an item in use, shows what uses it, because the server would reject the deletion.
 */
export function DeleteUnlessUsed({ opened, title, children, inUse, run, onClose }: DeleteUnlessUsedProps) {
  const { common, messages } = useTexts();
  const used = inUse.users !== null;
  const runUnlessUsed = async () => {
    try {
      await run();
    } catch (error) {
      const users = error instanceof ApiError ? usersIn(error, messages) : null;
      throw users ? new ApiError(409, inUse.now(users)) : error;
    }
  };
  return (
    <>
      <Dialog opened={opened && used} onClose={onClose} title={inUse.title}>
        <Stack>
          <Text size="sm">{inUse.text}</Text>
          <Text size="sm" component="div">
            {inUse.users}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {common.close}
            </Button>
          </Group>
        </Stack>
      </Dialog>
      <ConfirmDelete opened={opened && !used} title={title} onClose={onClose} run={runUnlessUsed}>
        {children}
      </ConfirmDelete>
    </>
  );
}
