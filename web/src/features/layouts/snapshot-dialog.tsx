import type { UseQueryResult } from '@tanstack/react-query';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { VersionPreview } from '../../parts/version-preview.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type LayoutSnapshot, useCommit, useVersion } from './queries.ts';

interface SnapshotDialogProps {
  layoutId: string;
  /** A version number or the SHA of a commit; `null` while closed. */
  at: number | string | null;
  onClose: () => void;
}

/** The email of an old version, in each of the languages it had. */
export function SnapshotDialog({ layoutId, at, onClose }: SnapshotDialogProps) {
  const { versions } = useTexts();
  const name = typeof at === 'number' ? versions.number(at) : (at ?? '').slice(0, 7);
  return (
    <Dialog opened={at !== null} onClose={onClose} title={name} size="xl">
      {typeof at === 'number' && <VersionSnapshot layoutId={layoutId} version={at} />}
      {typeof at === 'string' && <CommitSnapshot layoutId={layoutId} sha={at} />}
    </Dialog>
  );
}

const VersionSnapshot = ({ layoutId, version }: { layoutId: string; version: number }) => (
  <SnapshotPreview of={useVersion(layoutId, version)} />
);
const CommitSnapshot = ({ layoutId, sha }: { layoutId: string; sha: string }) => (
  <SnapshotPreview of={useCommit(layoutId, sha)} />
);

function SnapshotPreview({ of: read }: { of: UseQueryResult<LayoutSnapshot> }) {
  const nameOf = useLanguageName();
  return (
    <VersionPreview
      of={read}
      languagesOf={({ layout, translations }) =>
        [layout.defaultLocale, ...translations.map((each) => each.locale)].map((value) => ({
          ...{ value, label: nameOf(value) },
        }))
      }
      mailOf={contentOf}
    />
  );
}

/** The content of one language; its footer texts override the layout's, as when sending. */
function contentOf({ layout, translations }: LayoutSnapshot, locale: string): JsonObject {
  const own = translations.find((each) => each.locale === locale);
  const { subject, previewText, bodyDesign, body, marketingTexts } = own ?? layout;
  return {
    ...{ locale, subject, previewText, bodyType: layout.bodyType, category: layout.category },
    ...(bodyDesign ? { bodyDesign } : { body: body ?? '' }),
    marketingTexts: { ...layout.marketingTexts, ...marketingTexts },
  } as JsonObject;
}
