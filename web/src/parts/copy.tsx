import { ActionIcon, Box, Button, Code, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Dialog } from './dialog.tsx';

/** Text to copy: a URL, a sample request, a key. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  const { common } = useTexts();
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Box flex={1} miw={0} component="section" aria-label={label}>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Code>
      </Box>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? common.copied : common.copy}>
            <ActionIcon
              variant="default"
              size="lg"
              onClick={copy}
              aria-label={`${copied ? common.copied : common.copy}: ${label}`}
            >
              {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}

interface CopyOnceProps {
  title: string;
  label: string;
  /** The value to show; `null` while closed. */
  text: string | null;
  hint?: ReactNode;
  onClose: () => void;
}

/** A value that the server returns only once, such as a key. Only the button closes the dialog. */
export function CopyOnce({ title, label, text, hint, onClose }: CopyOnceProps) {
  return (
    <Dialog
      opened={text !== null}
      onClose={onClose}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <CopyOnceContent label={label} text={text ?? ''} hint={hint} onClose={onClose} />
    </Dialog>
  );
}

interface CopyOnceContentProps extends Pick<CopyOnceProps, 'label' | 'hint' | 'onClose'> {
  text: string;
  /** Actions for the value. */
  children?: ReactNode;
}

/** The content only, for dialogs that begin with a form. */
export function CopyOnceContent({ label, text, hint, children, onClose }: CopyOnceContentProps) {
  const { common } = useTexts();
  return (
    <Stack>
      <Text size="sm">{hint ?? common.keepItSafe}</Text>
      <CodeBlock text={text} label={label} />
      {children}
      <Group justify="flex-end">
        <Button onClick={onClose}>{common.done}</Button>
      </Group>
    </Stack>
  );
}
