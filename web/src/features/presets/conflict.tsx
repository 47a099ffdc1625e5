import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../texts/texts.tsx';

interface ConflictProps {
  busy: boolean;
  /** What else there is to know before one chooses. */
  note?: string;
  takeTheirs: () => void;
  keepMine: () => void;
}

/** Somebody else saved first; nothing that was written here is lost meanwhile. */
export function PresetConflict({ busy, note = '', takeTheirs, keepMine }: ConflictProps) {
  const { layouts } = useTexts();
  const asked = useRef<HTMLDivElement>(null);
  // Whoever saves from the end of a long email has its head out of sight.
  useEffect(() => {
    asked.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Alert
      ref={asked}
      color="gray"
      variant="light"
      icon={<IconUsers />}
      title={layouts.conflict}
      role="alert"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {layouts.yoursIsHere} {note}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={takeTheirs}>
            {layouts.takeTheirs}
          </Button>
          <Button size="xs" variant="default" loading={busy} onClick={keepMine}>
            {layouts.keepMine}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
