import type { Json } from '../../../kernel/json.ts';
import type { PresetFacts } from '../../rendering/design/findings/finding.rules.ts';
import { resolveLocale } from './resolve-locale.rules.ts';

/** The blocks of a preset, in its own language and in others. */
export interface PresetTexts {
  blocks: Json[];
  /** The language of its own blocks; `null` if unknown. */
  defaultLocale: string | null;
  languages: Readonly<Record<string, { blocks: Json[] }>>;
}

/** Not a valid language code: stands for the language of the preset's own blocks. */
export const OWN_LANGUAGE = '';

/** The language of a preset in an email in `locale`, resolved as for a layout (contract: Presets 2). */
export function presetLanguage(
  { defaultLocale, languages }: Omit<PresetTexts, 'blocks'>,
  locale: string,
): string {
  const others = Object.keys(languages);
  const own = defaultLocale === null ? [] : [defaultLocale];
  const found = resolveLocale(locale, defaultLocale ?? OWN_LANGUAGE, [...own, ...others]).locale;
  return others.includes(found) ? found : OWN_LANGUAGE;
}

/** The blocks of a preset in an email in this language. */
export const blocksIn = (preset: PresetTexts, locale: string): Json[] =>
  preset.languages[presetLanguage(preset, locale)]?.blocks ?? preset.blocks;

/** The preset's blocks as the checks of an email in this language need them. */
export function presetFacts(preset: PresetTexts & { name: string }, locale: string): PresetFacts {
  const language = presetLanguage(preset, locale);
  const path = language === OWN_LANGUAGE ? ['blocks'] : ['languages', language, 'blocks'];
  return { name: preset.name, blocks: blocksIn(preset, locale), path };
}
