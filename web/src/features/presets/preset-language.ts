import { OWN_LANGUAGE } from 'outstep/features/layouts/content/preset-language.rules.ts';
import type { Texts } from '../../texts/texts.tsx';
import type { Preset, PresetFields } from './queries.ts';

/** One language of a preset, at a revision of the whole. */
export type PresetLanguageBlocks = Pick<Preset, 'blocks' | 'revision'>;

/** A language that is gone meanwhile says what its own does. */
export const textIn = ({ blocks, languages, revision }: Preset, locale: string): PresetLanguageBlocks => ({
  blocks: languages[locale]?.blocks ?? blocks,
  revision,
});

/** What saving one language sends: the others stay. */
export const fieldsOf = (locale: string, blocks: unknown[]): PresetFields =>
  locale === OWN_LANGUAGE ? { blocks } : { languages: { [locale]: { blocks } } };

/** The preset as saving one language would make it. */
export const withBlocks = (preset: Preset, locale: string, blocks: Preset['blocks']): Preset => {
  const language = preset.languages[locale];
  if (locale === OWN_LANGUAGE || !language) return { ...preset, blocks };
  return { ...preset, languages: { ...preset.languages, [locale]: { ...language, blocks } } };
};

/** Where unsaved work on a language is kept. */
export const draftOf = (id: string, locale: string) =>
  locale === OWN_LANGUAGE ? `presets/${id}` : `presets/${id}/${locale}`;

type PresetLanguageTexts = Pick<Texts['presets'], 'ownLanguage' | 'ownIs'>;

/** `English (en), main language`, as far as it is known. */
export const ownName = (
  { defaultLocale }: Pick<Preset, 'defaultLocale'>,
  nameOf: (code: string) => string,
  { ownLanguage, ownIs }: PresetLanguageTexts,
) => (defaultLocale === null ? ownLanguage : ownIs(nameOf(defaultLocale)));
