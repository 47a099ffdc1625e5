import { differences } from '../../../kernel/differences.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
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
export function digestOf(main: LanguageContent, hash: Hash): JsonObject {
  const { subject, previewText, bodyDesign, body } = main;
  const { testVariables: _, ...design } = bodyDesign ?? {};
  return digestOfTree(
    bodyDesign === null ? { subject, previewText, body } : { subject, previewText, bodyDesign: design },
    hash,
  ) as JsonObject;
}

/** The digest without what is at the path, or without the place that holds it where the path leads nowhere. */
function without(digest: Json, [key, ...below]: readonly PropertyKey[]): Json {
  if (Array.isArray(digest) && typeof key === 'number' && key < digest.length)
    return digest.with(key, without(digest[key] as Json, below));
  if (isPlainObject(digest) && typeof key === 'string' && Object.hasOwn(digest, key))
    return { ...digest, [key]: without(digest[key] as Json, below) };
  return null;
}

/** What a translation was written for when all of `digest` is in it except what these paths name. */
export const writtenExcept = (digest: JsonObject, stale: readonly (readonly PropertyKey[])[]): Json =>
  stale.reduce(without, digest as Json);

/** Paths of the main language that have changed since a translation was written (contract: Translations 6). */
export function staleOf(translation: LanguageContent, main: LanguageContent, hash: Hash) {
  if (translation.writtenFor === null) return [];
  return differences(translation.writtenFor, digestOf(main, hash)).map(({ path }) => path);
}
