import { useMemo } from 'react';
import {
  type PresetTexts,
  presetFacts,
} from '../../../../../server/src/features/layouts/content/preset-language.rules.ts';
import { isFileKey } from '../../../../../server/src/features/library/files/file-keys.rules.ts';
import { referencesOf } from '../../../../../server/src/features/library/references/references.rules.ts';
import type { FooterTexts } from '../../../../../server/src/features/library/settings/footer-texts.rules.ts';
import { BlockMarks } from '../../../../../server/src/features/rendering/design/block-marks.rules.ts';
import type { MailFacts } from '../../../../../server/src/features/rendering/design/findings/finding.rules.ts';
import type { JsonObject } from '../../../../../server/src/kernel/json.ts';
import { useRead, useReadAll } from '../../../api/queries.ts';
import { presetsIn } from '../model/parts.rules.ts';
import type { DrawnMail } from '../page/drawn-mail.ts';
import { usePictureSizes } from './use-picture-sizes.ts';

export interface CheckedMail {
  layoutId: string;
  locale: string;
  subject: string;
  previewText: string;
  design: JsonObject;
  drawn: DrawnMail | null;
  /** What the mail is drawn with. */
  variables: JsonObject;
}

interface Around {
  filesUrl: string;
  footer: FooterTexts | null;
}
interface Languages {
  items: { locale: string; stale: string[] }[];
}

/** Presets of the design, read already to draw the mail, so that nothing is asked of the server again. */
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

/** What rules are asked about the mail as it is on the canvas; a function, as it is only wanted when there is time. */
export function useFacts(mail: CheckedMail): () => MailFacts {
  const { layoutId, locale, subject, previewText, design, drawn, variables } = mail;
  const at = `/email-templates/${layoutId}`;
  const layout = useRead<{ defaultLocale: string; requiredVariables: string[] }>(at).data;
  const around = useRead<Around>(`${at}/canvas`, { locale }).data;
  const isMain = layout?.defaultLocale === locale;
  const languages = useRead<Languages>(`${at}/translations`, { limit: 100 }, { enabled: !isMain }).data;
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
        stale: own?.stale ?? [],
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
