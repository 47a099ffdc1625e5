import { localesOf, mainOf } from '../layouts/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../layouts/layout-state.schema.ts';
import { viewLayout } from '../layouts/layouts.view.ts';
import type { Version } from './versions.schema.ts';

/** The whole layout as a version shows it. */
export function viewSnapshot(state: LayoutState): Pick<Version, 'layout' | 'translations'> {
  const { languages, ...meta } = state;
  const { writtenFor: _, ...main } = mainOf(state);
  const translations = localesOf(state).slice(1);
  return {
    layout: viewLayout({ ...meta, ...main }) as Version['layout'],
    translations: translations.map((locale) => {
      const { writtenFor: _w, bodyDesign, body, ...content } = languages[locale] as LanguageContent;
      return { locale, ...content, ...(bodyDesign === null ? { body: body ?? '' } : { bodyDesign }) };
    }),
  };
}
