import { z } from 'zod';
import { isStorable, type PropertyPath, schemaMessage } from './fields.ts';
import { isPlainObject } from './plain-object.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
/** The path to a value in a JSON tree: field names and list indices. */
export type JsonPath = readonly (string | number)[];

/** Whether the database can return every string of the tree unchanged. */
export function isStorableTree(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  // 1e400 parses to Infinity, which JSON cannot represent.
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(isStorableTree);
  return Object.entries(value).every(([key, member]) => isStorable(key) && isStorableTree(member));
}

const BROKEN = { error: schemaMessage('json_broken') };

export const jsonValue = z.unknown().refine(isStorableTree, BROKEN) as z.ZodType<Json>;

/** An object kept exactly as sent: it is not rebuilt, so no field can be lost. */
export const jsonObject = z
  .custom<JsonObject>(isPlainObject, { error: schemaMessage('must_be_object') })
  .refine(isStorableTree, BROKEN)
  .meta({ type: 'object' });

/**
 * The same text for the same value, whatever the order of fields, the whitespace and the spelling of numbers.
 */
export const canonicalJson = (value: Json): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    isPlainObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

export interface PlacedText {
  path: PropertyKey[];
  text: string;
}

/** Every string in a tree with its path, optionally only the wanted ones, because there may be thousands. */
export function textsOf(
  root: Json,
  above: PropertyPath = [],
  isWanted: (text: string) => boolean = () => true,
): PlacedText[] {
  const found: PlacedText[] = [];
  const path = [...above];
  const visit = (value: Json) => {
    if (typeof value === 'string') {
      if (isWanted(value)) found.push({ path: [...path], text: value });
    } else if (typeof value === 'object' && value !== null) {
      const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
      for (const key of keys) {
        path.push(key);
        visit((value as Record<PropertyKey, Json>)[key] as Json);
        path.pop();
      }
    }
  };
  visit(root);
  return found;
}
