import type { HashText } from '../content/stale.rules.ts';
import type { PresetContent, PresetRow } from './preset-content.rules.ts';
import { staleTexts } from './preset-languages.rules.ts';
import type { Preset } from './presets.schema.ts';

const mapLanguages = <T>({ languages }: PresetContent, view: (locale: string) => T): Record<string, T> =>
  Object.fromEntries(Object.keys(languages).map((locale) => [locale, view(locale)]));

/** `pause` yields to the event loop, because comparing a language can take long for a large design. */
export async function viewPreset(
  row: PresetRow,
  hash: HashText,
  pause: () => Promise<void>,
): Promise<Preset> {
  const staleOf = staleTexts(row, hash);
  const stale = new Map<string, string[]>();
  for (const locale of Object.keys(row.languages)) {
    stale.set(locale, staleOf(locale));
    await pause();
  }
  return {
    ...row,
    languages: mapLanguages(row, (locale) => ({
      blocks: row.languages[locale]?.blocks ?? [],
      stale: stale.get(locale) ?? [],
    })),
  };
}

/** The public content of a version. */
export const viewVersionContent = (kept: PresetContent) => ({
  ...kept,
  languages: mapLanguages(kept, (locale) => ({ blocks: kept.languages[locale]?.blocks ?? [] })),
});
