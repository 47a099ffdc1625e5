import type { Json, JsonObject } from '../../../kernel/json.ts';

/** Members of blocks, and of entries in them, that a reader reads. */
const words: ReadonlySet<string> = new Set(['text', 'html', 'label', 'value', 'code', 'alt', 'filename']);

/** Members with the URL of a link or picture: not translated, but they may differ in each language. */
const addresses: ReadonlySet<string> = new Set(['url', 'href', 'thumbnail']);

export const isAddress = (member: string): boolean => addresses.has(member);

/** Whether a member is a text or an address; everything else of a design is its structure and its look. */
export const isText = (member: string): boolean => words.has(member) || isAddress(member);

/** Whether two designs differ in more than their texts and what they are tried with. */
export function differsBeyondTexts(one: JsonObject, other: JsonObject): boolean {
  const digestWithoutTexts = (design: JsonObject) =>
    JSON.stringify({ ...design, testVariables: null }, (name, value: Json) =>
      isText(name) && typeof value === 'string' ? '' : value,
    );
  return digestWithoutTexts(one) !== digestWithoutTexts(other);
}
