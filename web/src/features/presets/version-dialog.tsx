import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { PreviewPanel } from '../../parts/preview-panel.tsx';
import { usePreview } from '../../parts/use-preview.ts';
import { useTexts } from '../../texts/texts.tsx';
import { wrapInMail } from './preset-json.ts';
import { ownName } from './preset-language.ts';
import { type Preset, type PresetVersion, useVersion } from './queries.ts';

interface VersionDialogProps {
  preset: Preset;
  /** Closed while null. */
  version: number | null;
  onClose: () => void;
}

/** What a preset was at a version, in a mail around it. */
export function VersionDialog({ preset, version, onClose }: VersionDialogProps) {
  const { versions } = useTexts();
  return (
    <Dialog opened={version !== null} onClose={onClose} title={versions.number(version ?? 0)} size="xl">
      {version !== null && <Loaded preset={preset} version={version} />}
    </Dialog>
  );
}

function Loaded({ preset, version }: { preset: Preset; version: number }) {
  const { common } = useTexts();
  const read = useVersion(preset.id, version);
  if (read.isError) return <Failure error={read.error} retry={read.refetch} />;
  if (!read.data || read.isPlaceholderData) return <Text role="status">{common.loading}</Text>;
  return <Drawn kind={preset.kind} version={read.data} />;
}

function Drawn({ kind, version }: { kind: Preset['kind']; version: PresetVersion }) {
  const { presets, layouts } = useTexts();
  const nameOf = useLanguageName();
  const [locale, setLocale] = useState('');
  const { blocks } = version.languages[locale] ?? version;
  const preview = usePreview(null, wrapInMail(kind, blocks, presets.middle, locale));
  const codes = Object.keys(version.languages);
  return (
    <Stack>
      {codes.length > 0 && (
        <Select
          label={layouts.language}
          allowDeselect={false}
          value={locale}
          onChange={(value) => setLocale(value ?? '')}
          data={[
            { value: '', label: ownName(version, nameOf, presets) },
            ...codes.map((value) => ({ value, label: nameOf(value) })),
          ]}
        />
      )}
      {preview.error ? (
        <Failure error={preview.error} retry={preview.retry} />
      ) : (
        <PreviewPanel of={preview} bare />
      )}
    </Stack>
  );
}
