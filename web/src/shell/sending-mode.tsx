import { Alert, Anchor, Group, Text } from '@mantine/core';
import { IconFlask, IconMailOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMay, useStore } from '../api/session.ts';
import { useSendingMode } from '../parts/sending-mode.ts';
import { storePath } from '../parts/store-path.ts';
import { useTexts } from '../texts/texts.tsx';

/** Shown on every page of a store as long as none of its emails is delivered. */
export function SendingMode() {
  const { shell, pages, senders } = useTexts();
  const { id } = useStore();
  const editor = useMay('editor');
  const mode = useSendingMode();
  if (mode === null || mode === 'live') return null;
  const isTest = mode === 'test';
  return (
    <Alert
      component="aside"
      aria-label={isTest ? shell.testMode : shell.noSender}
      role="complementary"
      color={isTest ? 'yellow' : 'red'}
      variant="light"
      icon={isTest ? <IconFlask /> : <IconMailOff />}
      py="xs"
      mb="lg"
    >
      <Group gap="xs" justify="space-between">
        <Text size="sm" flex="1 1 16rem">
          <strong>{isTest ? shell.testMode : shell.noSender}</strong>{' '}
          {isTest ? shell.testModeText : shell.noSenderText}
        </Text>
        {editor && (
          <Group gap="md">
            {isTest && (
              <Anchor
                component={Link}
                to={storePath(id, 'captured-mails')}
                size="sm"
                c="inherit"
                td="underline"
              >
                {pages.capturedMails}
              </Anchor>
            )}
            <Anchor
              component={Link}
              to={storePath(id, 'senders')}
              search={{ new: '1' } as never}
              size="sm"
              c="inherit"
              td="underline"
            >
              {senders.add}
            </Anchor>
          </Group>
        )}
      </Group>
    </Alert>
  );
}
