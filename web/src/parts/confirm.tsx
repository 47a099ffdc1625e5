import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useErrorText } from '../api/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { Dialog } from './dialog.tsx';
import { FormFailure } from './failure.tsx';

interface ConfirmProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** Label of the button. */
  action: string;
  run: () => Promise<unknown>;
  onClose: () => void;
}

interface ConfirmDeleteProps extends Omit<ConfirmProps, 'action'> {
  /** Label of the button; `Delete` by default. */
  action?: string;
  /** A word to type first, where the deletion cannot be undone. */
  typing?: string;
}

/** Asks before deleting. Closes once done, and shows the error otherwise. */
export function ConfirmDelete({ action, ...rest }: ConfirmDeleteProps) {
  const { common } = useTexts();
  return <Confirm {...rest} action={action ?? common.delete} deletes />;
}

/** Asks before a change that can be undone. */
export const ConfirmChange = (props: ConfirmProps) => <Confirm {...props} deletes={false} />;

function Confirm({ opened, onClose, title, ...rest }: QuestionProps & { opened: boolean; title: string }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Question {...rest} onClose={onClose} />
    </Dialog>
  );
}

interface QuestionProps extends Omit<ConfirmProps, 'opened' | 'title'> {
  /** Whether data is lost: then the button is red, and Cancel has the focus. */
  deletes: boolean;
  typing?: string;
}

function Question({ children, action, deletes, typing, run, onClose }: QuestionProps) {
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
          <Button variant="default" onClick={onClose} data-autofocus={deletes || undefined}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            {...(deletes && { color: 'red.9' })}
            loading={busy}
            disabled={typing !== undefined && typed !== typing}
            data-autofocus={!deletes || undefined}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
