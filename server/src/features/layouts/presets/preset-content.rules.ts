import type { PropertyPath } from '../../../kernel/fields.ts';
import type { Json } from '../../../kernel/json.ts';
import { summaryOfChanges } from '../content/change-summary.rules.ts';
import { OWN_LANGUAGE } from '../content/preset-language.rules.ts';
import type { PresetSummary } from './presets.schema.ts';

export interface PresetLanguage {
  blocks: Json[];
  /** Digests of the preset's own blocks when this language was written. */
  writtenFor: Json;
}

/** A whole preset: the unit that a write changes and a version stores. */
export interface PresetContent {
  name: string;
  blocks: Json[];
  defaultLocale: string | null;
  languages: Readonly<Record<string, PresetLanguage>>;
}

/** A preset as it is stored. */
export type PresetRow = PresetSummary & PresetContent & { revision: number };

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Omits the members that only track whether a language is out of date. */
export const comparable = ({ name, blocks, defaultLocale, languages }: PresetContent) => ({
  ...{ name, blocks, defaultLocale },
  languages: Object.fromEntries(
    Object.entries(languages).map(([locale, { blocks }]) => [locale, { blocks }] as const),
  ),
});

const fields = ['name', 'blocks', 'defaultLocale'] as const;

export const changedFields = (before: PresetContent, after: PresetContent): string[] => {
  const [was, is] = [comparable(before), comparable(after)];
  return [...fields, 'languages' as const].filter((field) => !isSame(was[field], is[field]));
};

/** One-line summary of a write. */
export const presetSummary = (before: PresetContent, after: PresetContent): string =>
  summaryOfChanges({
    fields: fields.filter((field) => !isSame(before[field], after[field])),
    ...{ old: Object.keys(before.languages), now: Object.keys(after.languages) },
    isSame: (locale) => isSame(before.languages[locale]?.blocks, after.languages[locale]?.blocks),
  });

/** The blocks of one language of a preset, and their path in it. */
export interface BlocksOfLanguage {
  locale: string;
  blocks: Json[];
  path: PropertyPath;
}

/** Blocks of every language, the preset's own first. */
export const everyLanguage = ({ blocks, languages }: Omit<PresetContent, 'name'>): BlocksOfLanguage[] => [
  { locale: OWN_LANGUAGE, blocks, path: [] },
  ...Object.entries(languages).map(([locale, { blocks: own }]) => ({
    ...{ locale, blocks: own, path: ['languages', locale] },
  })),
];

/** Languages of `after` that are new or changed. */
export function changedLanguages(before: PresetContent, after: PresetContent): BlocksOfLanguage[] {
  const known = new Map(everyLanguage(before).map(({ locale, blocks }) => [locale, JSON.stringify(blocks)]));
  return everyLanguage(after).filter(({ locale, blocks }) => known.get(locale) !== JSON.stringify(blocks));
}
