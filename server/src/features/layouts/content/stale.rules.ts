import type { Json } from '../../../kernel/json.ts';
import { differences } from './differences.rules.ts';
import type { LanguageContent } from './layout-state.schema.ts';

/** A short digest of a text. */
export type Hash = (text: string) => string;

/** Shorter values are their own digest. */
const SHORT = 24;

function digestOfTree(value: Json, hash: Hash): Json {
  if (Array.isArray(value)) return value.map((item) => digestOfTree(item, hash));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, digestOfTree(member, hash)]),
    );
  const text = JSON.stringify(value);
  return text.length <= SHORT ? text : `#${hash(text)}`;
}

/** What a translator works from, with a digest in place of each value. */
export function digestOf(main: LanguageContent, hash: Hash): Json {
  const { subject, previewText, bodyDesign, body } = main;
  const { testVariables: _, ...design } = bodyDesign ?? {};
  return digestOfTree(
    bodyDesign === null ? { subject, previewText, body } : { subject, previewText, bodyDesign: design },
    hash,
  );
}

/** Paths of the main language that have changed since a translation was written (contract: Translations 6). */
export function staleOf(translation: LanguageContent, main: LanguageContent, hash: Hash) {
  if (translation.writtenFor === null) return [];
  return differences(translation.writtenFor, digestOf(main, hash)).map(({ path }) => path);
}

export const isStale = (translation: LanguageContent, main: LanguageContent, hash: Hash) =>
  staleOf(translation, main, hash).length > 0;
