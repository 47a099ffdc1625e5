import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.tsx';

/** Somebody else was faster: the person decides whose changes stay. */
export function Conflict({ onLoad, onSave }: { onLoad: () => void; onSave: () => void }) {
  const { settings } = useTexts();
  return (
    <Alert color="yellow" variant="light" icon={<IconUsers />} title={settings.conflict} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{settings.conflictText}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onLoad}>
            {settings.loadTheirs}
          </Button>
          <Button size="xs" variant="default" onClick={onSave}>
            {settings.saveMine}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
