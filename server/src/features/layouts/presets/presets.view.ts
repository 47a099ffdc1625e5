import type { Hash } from '../content/stale.rules.ts';
import type { PresetContent, PresetRow, PresetVersionRow } from './preset-content.rules.ts';
import { staleTexts } from './preset-languages.rules.ts';
import type { PresetVersion } from './preset-versions.schema.ts';
import type { Preset } from './presets.schema.ts';

const ofEach = <T>({ languages }: PresetContent, view: (locale: string) => T): Record<string, T> =>
  Object.fromEntries(Object.keys(languages).map((locale) => [locale, view(locale)]));

/** `pause` lets others go first: comparing a language may take as long as somebody's design makes it. */
export async function viewPreset(row: PresetRow, hash: Hash, pause: () => Promise<void>): Promise<Preset> {
  const staleOf = staleTexts(row, hash);
  const stale = new Map<string, string[]>();
  for (const locale of Object.keys(row.languages)) {
    stale.set(locale, staleOf(locale));
    await pause();
  }
  return {
    ...row,
    languages: ofEach(row, (locale) => ({
      blocks: row.languages[locale]?.blocks ?? [],
      stale: stale.get(locale) ?? [],
    })),
  };
}

export const viewVersion = (row: PresetVersionRow): PresetVersion => ({
  ...row,
  languages: ofEach(row, (locale) => ({ blocks: row.languages[locale]?.blocks ?? [] })),
});
