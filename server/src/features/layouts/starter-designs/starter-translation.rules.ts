import type { JsonObject } from '../../../kernel/json.ts';
import { languageOf } from '../../../kernel/locale-code.ts';
import { type DesignNode, partsOf } from '../../rendering/design/design-parts.rules.ts';
import { mainContentOf } from '../content/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { isTranslatable, type MainText, MainTexts, textMembers } from '../content/stale.rules.ts';
import { starterDesigns } from './starter-designs.rules.ts';
import { type StarterDesign, type StarterLanguage, starterLanguages } from './starter-designs.schema.ts';

/** The share of a starter design's texts that a layout must still contain to use its translation. */
const LEAST_SHARE = 0.5;

const starterLanguage = (locale: string): StarterLanguage | undefined =>
  starterLanguages.find((each) => each === languageOf(locale));

type StarterTexts = ReadonlyMap<string, string>;

const keyOf = (member: string, text: unknown) => JSON.stringify([member, text]);

/** Both languages of a design have the same parts, so their texts pair up one by one. */
function pairsOf(one: StarterDesign, other: StarterDesign): StarterTexts {
  const theirs = partsOf(other.bodyDesign);
  const pairs = partsOf(one.bodyDesign).flatMap((part, i) =>
    textMembers(part).flatMap((member): [string, string][] => {
      const text = (theirs[i] as DesignNode).leaves.get(member);
      return typeof text === 'string' ? [[keyOf(member, part.leaves.get(member)), text]] : [];
    }),
  );
  const lines = (['subject', 'previewText'] as const).map((field): [string, string] => [
    keyOf(field, one[field]),
    other[field],
  ]);
  return new Map([...lines, ...pairs]);
}

const keyIn = ({ path, text }: MainText) => keyOf(String(path.at(-1)), text);

/** The starter design that shares the most texts with a layout, if it shares enough of them. */
function starterOf(texts: readonly MainText[], from: StarterLanguage, to: StarterLanguage) {
  let best: { one: StarterDesign; other: StarterDesign; pairs: StarterTexts; share: number } | null = null;
  const keys = new Set(texts.map(keyIn));
  for (const [i, one] of starterDesigns[from].entries()) {
    const other = starterDesigns[to][i] as StarterDesign;
    const pairs = pairsOf(one, other);
    const share = [...pairs.keys()].filter((key) => keys.has(key)).length / pairs.size;
    if (share >= LEAST_SHARE && share > (best?.share ?? 0)) best = { one, other, pairs, share };
  }
  return best;
}

/** A language's content, and the texts in it that are translated. */
export interface StarterTranslation {
  content: Pick<LanguageContent, 'subject' | 'previewText' | 'bodyDesign'>;
  done: readonly string[];
}

/**
 * The main language, with every text that is unchanged from its starter design replaced by the design's own
 * translation. `null` if no starter design matches (contract: The app 23).
 */
export function starterTranslation(state: LayoutState, locale: string): StarterTranslation | null {
  const [from, to] = [starterLanguage(state.defaultLocale), starterLanguage(locale)];
  const main = mainContentOf(state);
  if (!from || !to || from === to || main.bodyDesign === null) return null;
  const { texts } = new MainTexts(main, (text) => text);
  const starter = starterOf(texts, from, to);
  if (!starter) return null;
  const content = structuredClone({
    ...{ subject: main.subject, previewText: main.previewText, bodyDesign: main.bodyDesign },
  });
  const done: string[] = [];
  for (const text of texts) {
    const words = starter.pairs.get(keyIn(text));
    if (words === undefined) continue;
    const holder = text.path.slice(0, -1).reduce<unknown>((at, step) => (at as JsonObject)[step], content);
    (holder as JsonObject)[String(text.path.at(-1))] = words;
    if (isTranslatable(text)) done.push(text.name);
  }
  return { content: { ...content, bodyDesign: withSamples(content.bodyDesign, starter) }, done };
}

/** Replaces unchanged test variables by those of the other language. */
function withSamples(design: JsonObject, { one, other }: Record<'one' | 'other', StarterDesign>): JsonObject {
  const [mine, theirs] = [one, other].map(({ bodyDesign }) => bodyDesign['testVariables']);
  const isUnchanged = JSON.stringify(design['testVariables']) === JSON.stringify(mine);
  return isUnchanged && theirs !== undefined ? { ...design, testVariables: structuredClone(theirs) } : design;
}
