import { localesOf, mainOf } from '../content/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { viewVersionedLayout } from '../content/layouts.view.ts';
import type { Version } from './versions.schema.ts';

/** The whole layout as a version shows it. */
export function viewSnapshot(state: LayoutState): Pick<Version, 'layout' | 'translations'> {
  const { languages, ...meta } = state;
  const { writtenFor: _, ...main } = mainOf(state);
  const translations = localesOf(state).slice(1);
  return {
    layout: viewVersionedLayout({ ...meta, ...main }),
    translations: translations.map((locale) => {
      const content = languages[locale] as LanguageContent;
      const { subject, previewText, bodyDesign, body, attachments, marketingTexts } = content;
      const own = bodyDesign === null ? { body: body ?? '' } : { bodyDesign };
      return { locale, subject, previewText, ...own, attachments, marketingTexts };
    }),
  };
}
