import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../texts/texts.tsx';

interface ConflictProps {
  busy: boolean;
  /** An additional hint for the decision. */
  note?: string;
  takeTheirs: () => void;
  keepMine: () => void;
}

/** Another person saved first. Until a decision, unsaved changes are kept. */
export function PresetConflict({ busy, note = '', takeTheirs, keepMine }: ConflictProps) {
  const { layouts } = useTexts();
  const asked = useRef<HTMLDivElement>(null);
  // A person who saves at the end of a long email doesn't see its top.
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
