import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { FieldChanges } from '../../parts/changes-list.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { VersionList } from '../../parts/version-list.tsx';
import { VersionPreview } from '../../parts/version-preview.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { wrapInMail } from './preset-json.ts';
import { ownName } from './preset-language.ts';
import { type Preset, useRestorePreset, useVersion, useVersionChanges, useVersions } from './queries.ts';

/** The saved versions of a preset, to view, compare with the current one, and restore. */
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
        document={`/presets/${preset.id}`}
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

interface VersionDialogProps {
  preset: Preset;
  /** Closed while null. */
  version: number | null;
  onClose: () => void;
}

/** A version of a preset, shown in an email. */
function VersionDialog({ preset, version, onClose }: VersionDialogProps) {
  const { versions } = useTexts();
  return (
    <Dialog opened={version !== null} onClose={onClose} title={versions.number(version ?? 0)} size="xl">
      {version !== null && <PresetVersionContent preset={preset} version={version} />}
    </Dialog>
  );
}

function PresetVersionContent({ preset, version }: { preset: Preset; version: number }) {
  const { presets } = useTexts();
  const nameOf = useLanguageName();
  return (
    <VersionPreview
      of={useVersion(preset.id, version)}
      languagesOf={(kept) => [
        { value: '', label: ownName(kept, nameOf, presets) },
        ...Object.keys(kept.languages).map((value) => ({ value, label: nameOf(value) })),
      ]}
      mailOf={(kept, locale) => {
        const { blocks } = kept.languages[locale] ?? kept;
        return wrapInMail(preset.kind, blocks, presets.middle, locale);
      }}
      bare
    />
  );
}
