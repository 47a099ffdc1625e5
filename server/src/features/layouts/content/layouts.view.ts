import { localesOf } from './languages.rules.ts';
import type { LanguageContent, LayoutState } from './layout-state.schema.ts';
import type { Layout, LayoutSummary, WrittenLayout } from './layouts.schema.ts';
import type { LayoutVersion } from './versions.schema.ts';

type LayoutMeta = Omit<LayoutState, 'languages'>;
type StoredContent = Omit<LanguageContent, 'writtenFor'>;

const viewMeta = ({
  name,
  description,
  bodyType,
  defaultLocale,
  category,
  requiredVariables,
  completeLanguagesOnly,
}: LayoutMeta) => ({
  ...{ name, description, bodyType, defaultLocale, category, requiredVariables: [...requiredVariables] },
  completeLanguagesOnly,
});

/** The body that this kind of layout has; visual layouts list no attachments here. */
function viewContent({ subject, previewText, bodyDesign, body, attachments, marketingTexts }: StoredContent) {
  const own = bodyDesign === null ? { body: body ?? '', attachments: attachments ?? [] } : { bodyDesign };
  return { subject, previewText, ...own, marketingTexts };
}

const viewRecord = ({ languages, version, stepCount, createdAt, updatedAt }: LayoutSummary) => ({
  ...{ languages, version, stepCount, createdAt, updatedAt },
});

export const viewSummary = (row: LayoutSummary): LayoutSummary => ({
  id: row.id,
  ...viewMeta(row),
  ...{ subject: row.subject, previewText: row.previewText },
  ...viewRecord(row),
});

export const viewLayout = (row: LayoutSummary & StoredContent): Layout => ({
  id: row.id,
  ...viewMeta(row),
  ...viewContent(row),
  ...viewRecord(row),
});

/** The response to a write; `warnings` is present only if there are any. */
export const viewWritten = ({
  warnings,
  ...row
}: LayoutSummary & StoredContent & { warnings: string[] }): WrittenLayout => ({
  ...viewLayout(row),
  ...(warnings.length > 0 && { warnings }),
});

/** The whole layout as a version shows it. */
export function viewSnapshot(state: LayoutState): Pick<LayoutVersion, 'layout' | 'translations'> {
  const { languages, ...meta } = state;
  const [main = '', ...translations] = localesOf(state);
  return {
    layout: { ...viewMeta(meta), ...viewContent(languages[main] as LanguageContent) },
    translations: translations.map((locale) => {
      const content = languages[locale] as LanguageContent;
      const { subject, previewText, bodyDesign, body, attachments, marketingTexts } = content;
      const own = bodyDesign === null ? { body: body ?? '' } : { bodyDesign };
      return { locale, subject, previewText, ...own, attachments, marketingTexts };
    }),
  };
}
