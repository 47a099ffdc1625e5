import { useQueries } from '@tanstack/react-query';
import { type PresetTexts, presetFacts } from 'outstep/features/layouts/content/preset-language.rules.ts';
import { isFileKey } from 'outstep/features/library/files/file-keys.rules.ts';
import { referencesOf } from 'outstep/features/library/references/references.rules.ts';
import type { FooterTexts } from 'outstep/features/library/settings/footer-texts.rules.ts';
import { BlockMarks } from 'outstep/features/rendering/design/block-marks.rules.ts';
import type { FileFacts, MailFacts } from 'outstep/features/rendering/design/findings/finding.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useMemo } from 'react';
import { useRead, useReadAll } from '../../../api/queries.ts';
import { presetsIn } from '../model/parts.rules.ts';
import type { DrawnMail } from '../page/drawn-mail.ts';

/** Maximum number of images whose size is read. */
const MOST = 30;

/**
 * Reads the size of one of the store's images; the email shows it already, so the browser does not load it
 * twice.
 */
async function sizeOf(url: string, signal: AbortSignal): Promise<FileFacts> {
  const response = await fetch(url, { method: 'HEAD', signal });
  const size = Number(response.headers.get('content-length'));
  const picture = new Image();
  picture.src = url;
  const width = await picture.decode().then(
    () => picture.naturalWidth,
    () => null,
  );
  return { size, width };
}

/** The sizes of uploaded images by key; a key always names the same file. */
function usePictureSizes(keys: readonly string[], filesUrl: string | null): Record<string, FileFacts> {
  const asked = filesUrl === null ? [] : keys.slice(0, MOST);
  return useQueries({
    queries: asked.map((key) => ({
      queryKey: ['picture-size', filesUrl, key],
      queryFn: ({ signal }: { signal: AbortSignal }) => sizeOf(`${filesUrl}${key}`, signal),
      ...{ staleTime: Number.POSITIVE_INFINITY, retry: false },
    })),
    combine: (results) =>
      Object.fromEntries(results.flatMap(({ data }, i) => (data ? [[asked[i] as string, data]] : []))),
  });
}

export interface CheckedMail {
  layoutId: string;
  locale: string;
  subject: string;
  previewText: string;
  design: JsonObject;
  drawn: DrawnMail | null;
  /** The variables the email is drawn with. */
  variables: JsonObject;
}

interface MailEnvironment {
  filesUrl: string;
  footer: FooterTexts | null;
}
interface CheckedLayout {
  defaultLocale: string;
  requiredVariables: string[];
  bodyDesign?: JsonObject;
}
interface LanguageList {
  items: { locale: string; stale: string[]; untranslated: string[] }[];
}

/** The presets of the design. Drawing the email has read them already, so this sends no request. */
function usePresetFacts(design: JsonObject, locale: string): MailFacts['presets'] {
  const ids = useMemo(() => presetsIn(design), [design]);
  const read = useReadAll<PresetTexts & { name: string }>(ids.map((id) => `/presets/${id}`));
  const named = ids.join();
  return useMemo(
    () =>
      Object.fromEntries(
        named.split(',').flatMap((id, i) => {
          const preset = read[i];
          return preset ? [[id, presetFacts(preset, locale)] as const] : [];
        }),
      ),
    [named, read, locale],
  );
}

/**
 * The facts that the checks need about the email on the canvas. Returns a function, so that they are only
 * computed when there is time.
 */
export function useFacts(mail: CheckedMail): () => MailFacts {
  const { layoutId, locale, subject, previewText, design, drawn, variables } = mail;
  const at = `/email-templates/${layoutId}`;
  const layout = useRead<CheckedLayout>(at).data;
  const around = useRead<MailEnvironment>(`${at}/canvas`, { locale }).data;
  const isMain = layout?.defaultLocale === locale;
  const languages = useRead<LanguageList>(`${at}/translations`, { limit: 100 }, { enabled: !isMain }).data;
  const presets = usePresetFacts(design, locale);
  const keys = useMemo(() => {
    const files = [design, ...Object.values(presets).map(({ blocks }) => [...blocks])].flatMap(
      (each) => referencesOf(each).files,
    );
    return [...new Set(files.map(({ id }) => id))].filter(isFileKey);
  }, [design, presets]);
  const files = usePictureSizes(keys, around?.filesUrl ?? null);
  return useMemo(
    () => () => {
      const texts = around?.footer ?? null;
      const isLinked =
        texts && JSON.stringify([texts.unsubscribeText, design, presets]).includes('unsubscribe_');
      const own = isMain ? undefined : languages?.items.find((each) => each.locale === locale);
      return {
        ...{ subject, previewText, design, body: null, variables, files, presets, missing: null },
        shownSubject: drawn?.mail.subject ?? null,
        htmlBytes: drawn ? new TextEncoder().encode(BlockMarks.takeOut(drawn.mail)).length : null,
        ...{ footer: texts, isLinkAdded: isLinked === false },
        requiredVariables: layout?.requiredVariables ?? [],
        untranslated: own?.untranslated ?? [],
        outdated: own ? own.stale.filter((path) => !own.untranslated.includes(path)) : [],
        mainDesign: isMain ? null : (layout?.bodyDesign ?? null),
      };
    },
    [
      around,
      design,
      drawn,
      files,
      isMain,
      languages,
      layout,
      locale,
      presets,
      previewText,
      subject,
      variables,
    ],
  );
}
