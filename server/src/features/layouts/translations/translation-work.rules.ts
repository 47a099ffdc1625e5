import { fieldName } from '../../../kernel/fields.ts';
import type { Json, JsonObject, JsonPath } from '../../../kernel/json.ts';
import { partsOf } from '../../rendering/design/design-parts.rules.ts';
import { differencesOf } from '../../rendering/design/different-blocks.rules.ts';
import { matchLanguages } from '../../rendering/design/match-blocks.rules.ts';
import { defaultStringsOf, keepsDefaults } from '../../rendering/liquid/default-strings.rules.ts';
import type { LanguageContent } from '../content/layout-state.schema.ts';
import {
  isTranslatable,
  isUntranslated,
  type MainText,
  type MainTexts,
  textFromDigest,
  UNKNOWN_DIGEST,
} from '../content/stale.rules.ts';
import type { TranslationWork, WorkRow } from './translation-work.schema.ts';

type TextLocation = { at: string | null; text: string | null };

/** Locates the texts of the main language in another language. */
function placesIn(own: LanguageContent, main: LanguageContent): (text: MainText) => TextLocation {
  const parts = partsOf(main.bodyDesign ?? {});
  const matched = matchLanguages(partsOf(own.bodyDesign ?? {}), parts);
  const byPath = new Map(parts.map((part) => [fieldName(part.path), matched.get(part)]));
  return ({ field, path }) => {
    if (field !== 'bodyDesign') return { at: field, text: own[field] ?? '' };
    const member = String(path.at(-1));
    const part = byPath.get(fieldName(path.slice(1, -1)));
    if (!part) return { at: null, text: null };
    const text = part.leaves.get(member);
    return {
      at: fieldName(['bodyDesign', ...part.path, member]),
      text: typeof text === 'string' ? text : '',
    };
  };
}

/** The work left in a language, and the digests of previous source texts that are still to be found. */
export interface OpenTranslationWork {
  rows: readonly (WorkRow & { digest: Json })[];
  wanted: ReadonlySet<string>;
}

export function findOpenTranslationWork(
  own: LanguageContent,
  main: LanguageContent,
  texts: MainTexts,
): OpenTranslationWork {
  const stale = texts.staleOf(own);
  const placeOf = placesIn(own, main);
  const rows = texts.texts.flatMap((text) => {
    if (!stale.has(text.name) && !isTranslatable(text) && defaultStringsOf(text.text).length === 0) return [];
    const digest = stale.get(text.name) ?? null;
    const was = textFromDigest(digest);
    const place = placeOf(text);
    const done = keepsDefaults(place.text ?? '', text.text) ? 'suggested' : 'done';
    const state = !stale.has(text.name) ? done : isUntranslated(digest) ? 'new' : 'changed';
    return [
      {
        ...{ path: text.name, source: text.text, was: was === '' ? null : was, ...place },
        ...({ state, digest } as const),
      },
    ];
  });
  const wanted = rows.flatMap(({ digest, was, state }) =>
    state === 'changed' && was === null && typeof digest === 'string' && digest !== UNKNOWN_DIGEST
      ? [digest]
      : [],
  );
  return { rows, wanted: new Set(wanted) };
}

const inContent = (path: JsonPath) => fieldName(['bodyDesign', ...path]);

/** The response, with the source texts that were found. */
export function toTranslationWork(
  { rows }: OpenTranslationWork,
  found: ReadonlyMap<string, string>,
  designs: { main: JsonObject | null; own: JsonObject | null },
): TranslationWork {
  const { main, own } = designs;
  const differences = main && own ? differencesOf(main, own) : [];
  return {
    rows: rows.map(({ digest, ...row }) => ({ ...row, was: row.was ?? found.get(String(digest)) ?? null })),
    differs: differences.map(({ path, how }) => ({ path: inContent(path), how })),
  };
}
