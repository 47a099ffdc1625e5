import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { FieldChanges } from '../../parts/changes-list.tsx';
import { VersionList } from '../../parts/version-list.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type Preset, useRestorePreset, useVersionChanges, useVersions } from './queries.ts';
import { VersionDialog } from './version-dialog.tsx';

/** The saved versions of a preset: looked at, compared with what is saved now, and put back. */
export function VersionsTab({ preset }: { preset: Preset }) {
  const { presets, versions } = useTexts();
  const restore = useRestorePreset(preset.id);
  const [looking, setLooking] = useState<number | null>(null);
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>{versions.title}</Title>
      <Text size="sm" c="dimmed">
        {versions.lead}
      </Text>
      <VersionList
        of={useVersions(preset.id)}
        current={preset.revision}
        onLook={setLooking}
        changes={(version) => <PresetChanges id={preset.id} version={version} />}
        restoreText={presets.restoreText(preset.useCount)}
        restore={(version) => restore.mutateAsync({ version, revision: preset.revision })}
      />
      <VersionDialog preset={preset} version={looking} onClose={() => setLooking(null)} />
    </Stack>
  );
}

const PresetChanges = ({ id, version }: { id: string; version: number }) => (
  <FieldChanges of={useVersionChanges(id, version)} />
);
