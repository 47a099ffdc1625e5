import { Text } from '@mantine/core';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PreviewPanel } from '../../parts/preview-panel.tsx';
import { usePreview } from '../../parts/use-preview.ts';
import { useTexts } from '../../texts/texts.tsx';
import { wrapInMail } from './preset-json.ts';
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
  const { presets } = useTexts();
  const preview = usePreview(null, wrapInMail(kind, version.blocks, presets.middle));
  if (preview.error) return <Failure error={preview.error} retry={preview.retry} />;
  return <PreviewPanel of={preview} bare />;
}
