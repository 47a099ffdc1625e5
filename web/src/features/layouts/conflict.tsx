import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ChangesDialog } from './changes-dialog.tsx';
import { useVersions } from './queries.ts';

interface ConflictProps {
  layoutId: string;
  /** The version that the unsaved changes are based on. */
  from: number;
  busy: boolean;
  takeTheirs: () => void;
  keepMine: (newest: number) => void;
}

/** Another person saved first: names them and offers a choice. Until then, unsaved changes are kept. */
export function LayoutConflict({ layoutId, from, busy, takeTheirs, keepMine }: ConflictProps) {
  const { layouts } = useTexts();
  const [comparing, setComparing] = useState(false);
  const newest = useVersions(layoutId).data?.items[0];
  if (!newest || newest.version === from) return null;
  return (
    <Alert color="gray" variant="light" icon={<IconUsers />} title={layouts.conflict} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {layouts.savedBy(newest.author.name, newest.version)} (<Time of={newest.createdAt} />
          ). {layouts.yoursIsHere}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setComparing(true)}>
            {layouts.seeTheirs}
          </Button>
          <Button size="xs" variant="default" onClick={takeTheirs}>
            {layouts.takeTheirs}
          </Button>
          <Button size="xs" variant="default" loading={busy} onClick={() => keepMine(newest.version)}>
            {layouts.keepMine}
          </Button>
        </Group>
      </Stack>
      <ChangesDialog
        layoutId={layoutId}
        between={comparing ? [from, newest.version] : null}
        onClose={() => setComparing(false)}
      />
    </Alert>
  );
}
