import type { LanguageContent, LayoutState } from './layout-state.schema.ts';
import type { Layout, LayoutSummary, WrittenLayout } from './layouts.schema.ts';

type Meta = Omit<LayoutState, 'languages'>;
type Content = Omit<LanguageContent, 'writtenFor'>;

const viewMeta = ({ name, description, bodyType, defaultLocale, category, requiredVariables }: Meta) => ({
  ...{ name, description, bodyType, defaultLocale, category, requiredVariables: [...requiredVariables] },
});

/** The body of its kind; visual layouts list no attachments here. */
function viewContent({ subject, previewText, bodyDesign, body, attachments, marketingTexts }: Content) {
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

export const viewLayout = (row: LayoutSummary & Content): Layout => ({
  id: row.id,
  ...viewMeta(row),
  ...viewContent(row),
  ...viewRecord(row),
});

/** After a write; warnings are there only if there are any. */
export const viewWritten = ({
  warnings,
  ...row
}: LayoutSummary & Content & { warnings: string[] }): WrittenLayout => ({
  ...viewLayout(row),
  ...(warnings.length > 0 && { warnings }),
});

/** A layout as a version keeps it, without translations. */
export const viewVersionedLayout = (state: Meta & Content) => ({ ...viewMeta(state), ...viewContent(state) });
