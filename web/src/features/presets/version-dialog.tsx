import { Dialog } from '../../parts/dialog.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { VersionPreview } from '../../parts/version-preview.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { wrapInMail } from './preset-json.ts';
import { ownName } from './preset-language.ts';
import { type Preset, useVersion } from './queries.ts';

interface VersionDialogProps {
  preset: Preset;
  /** Closed while null. */
  version: number | null;
  onClose: () => void;
}

/** What a preset was at a version, in an email around it. */
export function VersionDialog({ preset, version, onClose }: VersionDialogProps) {
  const { versions } = useTexts();
  return (
    <Dialog opened={version !== null} onClose={onClose} title={versions.number(version ?? 0)} size="xl">
      {version !== null && <Loaded preset={preset} version={version} />}
    </Dialog>
  );
}

function Loaded({ preset, version }: { preset: Preset; version: number }) {
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
