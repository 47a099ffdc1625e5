import { OWN_LANGUAGE } from 'outstep/features/layouts/content/preset-language.rules.ts';
import type { Texts } from '../../texts/texts.tsx';
import type { Preset, PresetFields } from './queries.ts';

/** The blocks of one language, at a revision of the whole preset. */
export type PresetLanguageBlocks = Pick<Preset, 'blocks' | 'revision'>;

/** A language that was removed in the meantime falls back to the preset's own. */
export const textIn = ({ blocks, languages, revision }: Preset, locale: string): PresetLanguageBlocks => ({
  blocks: languages[locale]?.blocks ?? blocks,
  revision,
});

/** The fields for saving one language; others are unchanged. */
export const fieldsOf = (locale: string, blocks: unknown[]): PresetFields =>
  locale === OWN_LANGUAGE ? { blocks } : { languages: { [locale]: { blocks } } };

/** The preset as it would be after saving one language. */
export const withBlocks = (preset: Preset, locale: string, blocks: Preset['blocks']): Preset => {
  const language = preset.languages[locale];
  if (locale === OWN_LANGUAGE || !language) return { ...preset, blocks };
  return { ...preset, languages: { ...preset.languages, [locale]: { ...language, blocks } } };
};

/** The record for unsaved work on a language. */
export const draftOf = (id: string, locale: string) =>
  locale === OWN_LANGUAGE ? `presets/${id}` : `presets/${id}/${locale}`;

type PresetLanguageTexts = Pick<Texts['presets'], 'ownLanguage' | 'ownIs'>;

/** For example `English (en), main language`, if the language is known. */
export const ownName = (
  { defaultLocale }: Pick<Preset, 'defaultLocale'>,
  nameOf: (code: string) => string,
  { ownLanguage, ownIs }: PresetLanguageTexts,
) => (defaultLocale === null ? ownLanguage : ownIs(nameOf(defaultLocale)));
