import { fieldName } from '../../../kernel/fields.ts';
import type { Json, JsonObject, JsonPath } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import { type DesignNode, partsOf } from '../../rendering/design/design-parts.rules.ts';
import { isTextMember } from '../../rendering/design/design-texts.rules.ts';
import { hasTranslatableText } from '../../rendering/design/has-words.rules.ts';
import { matchLanguages, matchParts } from '../../rendering/design/match-blocks.rules.ts';
import type { LanguageContent } from './layout-state.schema.ts';

/** A short digest of a text. */
export type HashText = (text: string) => string;

/** Shorter values are their own digest. */
const SHORT = 24;

/** The text that a digest stands for, if it is short enough to be its own digest. */
export function textFromDigest(digest: Json): string | null {
  if (typeof digest !== 'string' || !digest.startsWith('"')) return null;
  return JSON.parse(digest) as string;
}

function digestOfTree(value: Json, hash: HashText): Json {
  if (Array.isArray(value)) return value.map((item) => digestOfTree(item, hash));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, digestOfTree(member, hash)]),
    );
  const text = JSON.stringify(value);
  return text.length <= SHORT ? text : `#${hash(text)}`;
}

/**
 * The source of a translation, with a digest in place of each value. Its blocks are matched later by their
 * content.
 */
export function digestOf(main: LanguageContent, hash: HashText): JsonObject {
  const { subject, previewText, bodyDesign, body } = main;
  const { testVariables: _, ...design } = bodyDesign ?? {};
  return digestOfTree(
    bodyDesign === null ? { subject, previewText, body } : { subject, previewText, bodyDesign: design },
    hash,
  ) as JsonObject;
}

/** One text or URL of the main language. */
export interface MainText {
  /** Name in the API: `subject`, `bodyDesign.blocks[1].html`. */
  name: string;
  path: JsonPath;
  /** The field of the language that it is in. */
  field: 'subject' | 'previewText' | 'bodyDesign' | 'body';
  text: string;
  digest: Json;
  /** The part of the design's digest that it belongs to. */
  part?: DesignNode;
}

const memberOf = ({ path }: MainText) => String(path.at(-1));

/** Whether a text contains anything to translate. */
export const isTranslatable = (text: MainText) => hasTranslatableText(memberOf(text), text.text);

/** Member names of a part's own texts. */
export const textMembers = ({ leaves }: DesignNode) => [...leaves.keys()].filter(isTextMember);

export const nameInDesign = ({ path }: DesignNode, member: string) =>
  fieldName(['bodyDesign', ...path, member]);

/** Stale texts by name, each with the digest of the text it was written for; `null` if there is none. */
export type StaleTexts = ReadonlyMap<string, Json>;

/** Stands for a text that is no longer known, because it was written for another main language. */
export const UNKNOWN_DIGEST = '#';

/** Digests of empty texts. */
const isNothing = (digest: Json) => digest === '""' || digest === 'null';

/** Whether a stale text was never translated, rather than translated before the source changed. */
export const isUntranslated = (writtenFor: Json) => writtenFor === null || isNothing(writtenFor);

const partsIn = (tree: JsonObject) => partsOf((tree['bodyDesign'] ?? {}) as JsonObject);

/** The texts of a main language, computed once for all its translations. */
export class MainTexts {
  /** In the order of the email. */
  readonly texts: readonly MainText[];
  readonly digest: JsonObject;
  readonly #parts: readonly DesignNode[];
  /** The stale texts of a translation, cached by the source it was written for: most share one. */
  readonly #known = new Map<string, StaleTexts>();

  constructor(main: LanguageContent, hash: HashText) {
    this.digest = digestOf(main, hash);
    this.#parts = partsIn(this.digest);
    const textAt = (path: JsonPath, place: Pick<MainText, 'field' | 'part'>): MainText[] => {
      const [text, digest] = [valueAt({ ...main }, path), valueAt(this.digest, path) as Json];
      return typeof text === 'string' ? [{ ...place, name: fieldName(path), path, text, digest }] : [];
    };
    this.texts = [
      ...(['subject', 'previewText', 'body'] as const).flatMap((field) => textAt([field], { field })),
      ...this.#parts.flatMap((part) =>
        textMembers(part).flatMap((member) =>
          textAt(['bodyDesign', ...part.path, member], { field: 'bodyDesign', part }),
        ),
      ),
    ];
    this.#known.set(JSON.stringify(this.digest), new Map());
  }

  /** Texts that are new, copies, or changed since the translation was written (contract: Translations 6). */
  staleOf({ writtenFor }: LanguageContent): StaleTexts {
    if (!isPlainObject(writtenFor)) return new Map();
    const key = JSON.stringify(writtenFor);
    const stale = this.#known.get(key) ?? this.#staleSince(writtenFor as JsonObject);
    this.#known.set(key, stale);
    return stale;
  }

  #staleSince(written: JsonObject): StaleTexts {
    const was = matchParts(partsIn(written), this.#parts);
    const stale = new Map<string, Json>();
    for (const text of this.texts) {
      const { name, field, part, digest } = text;
      const found = part ? was.get(part)?.leaves.get(memberOf(text)) : written[field];
      const old = part && found !== undefined && isNothing(found) ? undefined : found;
      if (old === undefined ? isTranslatable(text) : old !== digest) stale.set(name, old ?? null);
    }
    return stale;
  }

  /** Stale texts with words that have never been translated (contract: Translations 10). */
  untranslatedIn(stale: StaleTexts): string[] {
    const found = this.texts.filter((text) => {
      const writtenFor = stale.get(text.name);
      return writtenFor !== undefined && isUntranslated(writtenFor) && isTranslatable(text);
    });
    return found.map(({ name }) => name);
  }

  /** The `writtenFor` of a translation in which exactly these texts are stale. */
  writtenExcept(stale: StaleTexts): JsonObject {
    if (stale.size === 0) return this.digest;
    const written = structuredClone(this.digest);
    for (const text of this.texts) {
      const [old, holder] = [stale.get(text.name), valueAt(written, text.path.slice(0, -1))];
      if (old !== undefined && isPlainObject(holder)) holder[memberOf(text)] = old;
    }
    return written;
  }

  /** Carries stale texts of this main language over to another one, where it has them. */
  carriedTo(other: MainTexts): (stale: StaleTexts) => StaleTexts {
    const was = matchLanguages(this.#parts, other.#parts);
    return (stale) => {
      const carried = new Map<string, Json>();
      for (const text of other.texts) {
        const old = text.part && was.get(text.part);
        const name = text.part ? old && nameInDesign(old, memberOf(text)) : text.name;
        const writtenFor = name === undefined ? undefined : stale.get(name);
        if (writtenFor !== undefined)
          carried.set(text.name, isUntranslated(writtenFor) ? null : UNKNOWN_DIGEST);
      }
      return carried;
    };
  }
}

function valueAt(tree: Json | object, path: JsonPath): Json | undefined {
  let here = tree as Json | undefined;
  for (const step of path) here = (here as JsonObject | undefined)?.[step];
  return here;
}
