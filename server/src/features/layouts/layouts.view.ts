import type { LanguageContent } from './layout-state.schema.ts';
import type { Layout } from './layouts.schema.ts';

type Shown = Pick<LanguageContent, 'bodyDesign' | 'body' | 'attachments' | 'marketingTexts'>;

/** A layout shows the body of its own kind, and attachments where they are its own. */
export function viewLayout<Row extends Shown>({ bodyDesign, body, attachments, ...row }: Row) {
  const own = bodyDesign === null ? { body: body ?? '', attachments: attachments ?? [] } : { bodyDesign };
  return { ...row, ...own } as unknown as Layout;
}
