import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { JsonObject } from '../../../../server/src/kernel/json.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { PreviewPanel } from '../../parts/preview-panel.tsx';
import { usePreview } from '../../parts/use-preview.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type Snapshot, useCommit, useVersion } from './queries.ts';

interface SnapshotDialogProps {
  layoutId: string;
  /** A version's number or a commit's sha; closed while null. */
  at: number | string | null;
  onClose: () => void;
}

/** The mail of an old version, in each of the languages it had. */
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
  <LoadedSnapshot of={useVersion(layoutId, version)} />
);
const CommitSnapshot = ({ layoutId, sha }: { layoutId: string; sha: string }) => (
  <LoadedSnapshot of={useCommit(layoutId, sha)} />
);

function LoadedSnapshot({ of: read }: { of: ReturnType<typeof useVersion> | ReturnType<typeof useCommit> }) {
  const { common } = useTexts();
  if (read.isError) return <Failure error={read.error} retry={read.refetch} />;
  if (!read.data || read.isPlaceholderData) return <Text role="status">{common.loading}</Text>;
  return <SnapshotPreview snapshot={read.data} />;
}

/** The content of one language; its footer texts override the layout's, as when sending. */
function contentOf({ layout, translations }: Snapshot, locale: string): JsonObject {
  const own = translations.find((each) => each.locale === locale);
  const { subject, previewText, bodyDesign, body, marketingTexts } = own ?? layout;
  return {
    ...{ locale, subject, previewText, bodyType: layout.bodyType, category: layout.category },
    ...(bodyDesign ? { bodyDesign } : { body: body ?? '' }),
    marketingTexts: { ...layout.marketingTexts, ...marketingTexts },
  } as JsonObject;
}

function SnapshotPreview({ snapshot }: { snapshot: Snapshot }) {
  const { layouts } = useTexts();
  const nameOf = useLanguageName();
  const { defaultLocale } = snapshot.layout;
  const [locale, setLocale] = useState(defaultLocale);
  const preview = usePreview(null, contentOf(snapshot, locale));
  const codes = [defaultLocale, ...snapshot.translations.map((each) => each.locale)];
  return (
    <Stack>
      {codes.length > 1 && (
        <Select
          label={layouts.language}
          allowDeselect={false}
          value={locale}
          onChange={(value) => setLocale(value ?? defaultLocale)}
          data={codes.map((value) => ({ value, label: nameOf(value) }))}
        />
      )}
      {preview.error ? (
        <Failure error={preview.error} retry={preview.retry} />
      ) : (
        <PreviewPanel of={preview} />
      )}
    </Stack>
  );
}
