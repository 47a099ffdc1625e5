import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useErrorText } from '../api/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { Dialog } from './dialog.tsx';
import { FormFailure } from './failure.tsx';

interface ConfirmDeleteProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** The button's word; `Delete` unless said otherwise. */
  action?: string;
  /** For what cannot be brought back: a word to type first. */
  typing?: string;
  run: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something goes. Closes itself once it is gone; says what went wrong otherwise. */
export function ConfirmDelete({ opened, onClose, title, ...rest }: ConfirmDeleteProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Asked {...rest} onClose={onClose} />
    </Dialog>
  );
}

function Asked({ children, action, typing, run, onClose }: Omit<ConfirmDeleteProps, 'opened' | 'title'>) {
  const { common } = useTexts();
  const errorText = useErrorText();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await run();
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {typing && (
          <TextInput
            label={common.confirmTyping(typing)}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
          />
        )}
        <FormFailure text={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            color="red.9"
            loading={busy}
            disabled={typing !== undefined && typed !== typing}
          >
            {action ?? common.delete}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
