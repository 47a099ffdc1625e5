import { blocksIn, type PresetTexts } from 'outstep/features/layouts/content/preset-language.rules.ts';
import { isFileKey } from 'outstep/features/library/files/file-keys.rules.ts';
import { referencesOf } from 'outstep/features/library/references/references.rules.ts';
import type { FooterTexts } from 'outstep/features/library/settings/footer-texts.rules.ts';
import type { PageDigest } from 'outstep/features/rendering/design/page-digest.rules.ts';
import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { useMemo } from 'react';
import { useRead, useReadAll } from '../../../api/queries.ts';
import type { DrawJob } from './mail-worker.ts';

/** What drawing an email needs besides its content. */
export interface RenderEnvironment {
  filesUrl: string;
  logoUrl: string | null;
  assetsUrl: string;
  unsubscribeUrl: string;
  footer: FooterTexts | null;
  /** Those of the main language, for a design that has none. */
  testVariables: JsonObject;
  saved: PageDigest | null;
}

export const useDrawEnvironment = (layoutId: string, locale: string) =>
  useRead<RenderEnvironment>(`/email-templates/${layoutId}/canvas`, { locale });

/** Blocks of presets by their ids. */
export type PresetBlocks = Readonly<Record<string, Json>>;

/**
 * The blocks of an email's presets in its language; `null` until they are loaded. A deleted preset has none.
 */
export function usePresetBlocks(ids: readonly string[], locale: string): PresetBlocks | null {
  const read = useReadAll<PresetTexts>(ids.map((id) => `/presets/${id}`));
  const named = ids.join();
  return useMemo(() => {
    if (read.includes(null)) return null;
    const blocks = named.split(',').flatMap((id, i) => {
      const preset = read[i];
      return preset ? [[id, blocksIn(preset, locale)] as const] : [];
    });
    return Object.fromEntries(blocks);
  }, [named, read, locale]);
}

const randomWord = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** URLs of the files that these values name; saving checks which of them exist. */
const filesOf = ({ filesUrl }: RenderEnvironment, values: readonly Json[]) =>
  Object.fromEntries(
    values
      .flatMap((each) => referencesOf(each).files)
      .filter(({ id }) => isFileKey(id))
      .map(({ id }) => [id, filesUrl + id]),
  );

interface EmailToDraw {
  design: JsonObject;
  locale: string;
  subject: string;
  previewText: string;
  presets: PresetBlocks;
  variables: JsonObject;
}

/** The worker's input for drawing an email as it is sent. */
export const mailJob = (mail: EmailToDraw, around: RenderEnvironment): DrawJob => ({
  ...{ ...mail, path: ['bodyDesign'], secret: randomWord() },
  files: filesOf(around, [mail.design, ...Object.values(mail.presets)]),
  ...{ logoUrl: around.logoUrl, assetsUrl: around.assetsUrl, footer: around.footer },
  unsubscribeUrl: around.unsubscribeUrl,
});
