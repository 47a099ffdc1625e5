import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { FormFailure } from './failure.tsx';

interface DialogFormProps {
  /** From `useSubmit`. */
  submit: (event: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  failure: string | null;
  /** Label of the submit button. */
  action: string;
  onClose: () => void;
  /** Above the failure. */
  lead?: ReactNode;
  /** Opposite of the buttons. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The form of a dialog: error, fields, and buttons to cancel and submit. */
export function DialogForm(props: DialogFormProps) {
  const { submit, busy, failure, action, onClose, lead, aside, children } = props;
  const { common } = useTexts();
  const buttons = (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {common.cancel}
      </Button>
      <Button type="submit" loading={busy}>
        {action}
      </Button>
    </Group>
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {lead}
        <FormFailure text={failure} />
        {children}
        {aside ? (
          <Group justify="space-between" gap="xs">
            {aside}
            {buttons}
          </Group>
        ) : (
          buttons
        )}
      </Stack>
    </form>
  );
}
