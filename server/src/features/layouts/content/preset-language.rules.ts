import type { Json } from '../../../kernel/json.ts';
import type { PresetFacts } from '../../rendering/design/findings/finding.rules.ts';
import { resolveLocale } from './resolve-locale.rules.ts';

/** What a preset says, in its own language and in others. */
export interface PresetTexts {
  blocks: Json[];
  /** The language of its own blocks; `null` where unknown. */
  defaultLocale: string | null;
  languages: Readonly<Record<string, { blocks: Json[] }>>;
}

/** No language has this code: it stands for that of the preset's own blocks. */
export const OWN_LANGUAGE = '';

/** The language of a preset in an email of this one, found as that of a layout is (contract: Presets 2). */
export function presetLanguage(
  { defaultLocale, languages }: Omit<PresetTexts, 'blocks'>,
  locale: string,
): string {
  const others = Object.keys(languages);
  const own = defaultLocale === null ? [] : [defaultLocale];
  const found = resolveLocale(locale, defaultLocale ?? OWN_LANGUAGE, [...own, ...others]).locale;
  return others.includes(found) ? found : OWN_LANGUAGE;
}

/** The blocks of a preset in an email of this language. */
export const blocksIn = (preset: PresetTexts, locale: string): Json[] =>
  preset.languages[presetLanguage(preset, locale)]?.blocks ?? preset.blocks;

/** What checks of an email of this language know of a preset. */
export function presetFacts(preset: PresetTexts & { name: string }, locale: string): PresetFacts {
  const language = presetLanguage(preset, locale);
  const path = language === OWN_LANGUAGE ? ['blocks'] : ['languages', language, 'blocks'];
  return { name: preset.name, blocks: blocksIn(preset, locale), path };
}
