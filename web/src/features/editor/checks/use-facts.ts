import { useMemo } from 'react';
import { isFileKey } from '../../../../../server/src/features/library/files/file-keys.rules.ts';
import { referencesOf } from '../../../../../server/src/features/library/references/references.rules.ts';
import type { FooterTexts } from '../../../../../server/src/features/library/settings/footer-texts.rules.ts';
import { BlockMarks } from '../../../../../server/src/features/rendering/design/block-marks.rules.ts';
import type { MailFacts } from '../../../../../server/src/features/rendering/design/findings/finding.rules.ts';
import type { Json, JsonObject } from '../../../../../server/src/kernel/json.ts';
import { useRead } from '../../../api/queries.ts';
import { presetOf, type SideName } from '../model/blocks.rules.ts';
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

/** Read already to draw the mail, so that nothing is asked of the server again. */
const useShared = (design: JsonObject, side: SideName) => {
  const id = presetOf(design, side);
  const { data } = useRead<{ blocks: Json }>(`/presets/${id}`, {}, { enabled: id !== null });
  return id === null ? null : (data?.blocks ?? []);
};

/** What rules are asked about the mail as it is on the canvas; a function, as it is only wanted when there is time. */
export function useFacts(mail: CheckedMail): () => MailFacts {
  const { layoutId, locale, subject, previewText, design, drawn, variables } = mail;
  const at = `/email-templates/${layoutId}`;
  const layout = useRead<{ defaultLocale: string; requiredVariables: string[] }>(at).data;
  const around = useRead<Around>(`${at}/canvas`, { locale }).data;
  const isMain = layout?.defaultLocale === locale;
  const languages = useRead<Languages>(`${at}/translations`, { limit: 100 }, { enabled: !isMain }).data;
  const [header, footer] = [useShared(design, 'header'), useShared(design, 'footer')];
  const keys = useMemo(
    () => [...new Set(referencesOf(design).files.map(({ id }) => id))].filter(isFileKey),
    [design],
  );
  const files = usePictureSizes(keys, around?.filesUrl ?? null);
  return useMemo(
    () => () => {
      const texts = around?.footer ?? null;
      const isLinked = texts && `${texts.unsubscribeText}${JSON.stringify(design)}`.includes('unsubscribe_');
      const own = isMain ? undefined : languages?.items.find((each) => each.locale === locale);
      return {
        ...{ subject, previewText, design, body: null, variables, files, missing: null },
        shownSubject: drawn?.mail.subject ?? null,
        htmlBytes: drawn ? new TextEncoder().encode(BlockMarks.takeOut(drawn.mail)).length : null,
        shared: [header, footer].filter((blocks) => blocks !== null),
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
      footer,
      header,
      isMain,
      languages,
      layout,
      locale,
      previewText,
      subject,
      variables,
    ],
  );
}
