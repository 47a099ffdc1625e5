import type { Json, JsonObject } from '../../../../kernel/json.ts';
import { isPlainObject } from '../../../../kernel/plain-object.ts';

/** A translation of a layout. */
export interface DemoTranslation {
  subject: string;
  previewText: string;
  /** For a text layout. */
  body?: string;
  /** For a visual layout: the whole design, or the translation of each English text in it. */
  bodyDesign?: JsonObject;
  words?: Readonly<Record<string, string>>;
}

/** The design with translated texts; texts without a translation are unchanged. */
export function translateDesign<T extends Json>(design: T, words: Readonly<Record<string, string>>): T {
  const translate = (value: Json): Json => {
    if (typeof value === 'string') return words[value] ?? value;
    if (Array.isArray(value)) return value.map(translate);
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, translate(member as Json)]),
    );
  };
  return translate(design) as T;
}
