import { Select, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Failure } from './failure.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { usePreview } from './use-preview.ts';

interface VersionPreviewProps<Version> {
  of: Pick<UseQueryResult<Version>, 'data' | 'error' | 'isError' | 'isPlaceholderData' | 'refetch'>;
  /** The languages of the version, the default first. */
  languagesOf: (version: Version) => { value: string; label: string }[];
  mailOf: (version: Version, locale: string) => JsonObject;
  /** Without subject and preview text. */
  bare?: boolean;
}

/** The email of an old version, in each of the languages it had. */
export function VersionPreview<Version>({ of: read, ...props }: VersionPreviewProps<Version>) {
  const { common } = useTexts();
  if (read.isError) return <Failure error={read.error} retry={read.refetch} />;
  if (!read.data || read.isPlaceholderData) return <Text role="status">{common.loading}</Text>;
  return <Drawn version={read.data} {...props} />;
}

interface DrawnProps<Version> extends Omit<VersionPreviewProps<Version>, 'of'> {
  version: Version;
}

function Drawn<Version>({ version, languagesOf, mailOf, bare = false }: DrawnProps<Version>) {
  const { layouts } = useTexts();
  const languages = languagesOf(version);
  const first = languages[0]?.value ?? '';
  const [locale, setLocale] = useState(first);
  const preview = usePreview(null, mailOf(version, locale));
  return (
    <Stack>
      {languages.length > 1 && (
        <Select
          label={layouts.language}
          allowDeselect={false}
          value={locale}
          onChange={(value) => setLocale(value ?? first)}
          data={languages}
        />
      )}
      {preview.error ? (
        <Failure error={preview.error} retry={preview.retry} />
      ) : (
        <PreviewPanel of={preview} bare={bare} />
      )}
    </Stack>
  );
}
