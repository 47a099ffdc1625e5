import type { Json, JsonObject } from '../../../kernel/json.ts';

/** Members of blocks and their entries that contain text for the reader. */
const words: ReadonlySet<string> = new Set(['text', 'html', 'label', 'value', 'code', 'alt', 'filename']);

/** Members with the URL of a link or image. They are not translated, but may differ by language. */
const addresses: ReadonlySet<string> = new Set(['url', 'href', 'thumbnail']);

export const isUrlMember = (member: string): boolean => addresses.has(member);

/** Whether a member is text or a URL. All other members of a design are structure and style. */
export const isTextMember = (member: string): boolean => words.has(member) || isUrlMember(member);

/** Whether two designs differ in more than their texts and test variables. */
export function differsBeyondTexts(one: JsonObject, other: JsonObject): boolean {
  const digestWithoutTexts = (design: JsonObject) =>
    JSON.stringify({ ...design, testVariables: null }, (name, value: Json) =>
      isTextMember(name) && typeof value === 'string' ? '' : value,
    );
  return digestWithoutTexts(one) !== digestWithoutTexts(other);
}
