import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormFailure } from '../../parts/failure.tsx';
import { useTexts } from '../../texts/texts.tsx';

interface ConfirmChangeProps {
  opened: boolean;
  title: string;
  action: string;
  children: ReactNode;
  run: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something changes that can be changed back. */
export function ConfirmChange({ opened, title, onClose, ...rest }: ConfirmChangeProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Asked {...rest} onClose={onClose} />
    </Dialog>
  );
}

function Asked({ action, children, run, onClose }: Omit<ConfirmChangeProps, 'opened' | 'title'>) {
  const { common } = useTexts();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const go = async () => {
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
    <Stack>
      <Text size="sm" component="div">
        {children}
      </Text>
      <FormFailure text={failure} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button loading={busy} onClick={() => void go()} data-autofocus>
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
