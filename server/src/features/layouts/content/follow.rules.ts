import type { JsonObject } from '../../../kernel/json.ts';
import { type DesignNode, partsOf } from '../../rendering/design/design-parts.rules.ts';
import { followerOfDesign } from '../../rendering/design/follow-design.rules.ts';
import { hasTranslatableText } from '../../rendering/design/has-words.rules.ts';
import { matchLanguages } from '../../rendering/design/match-blocks.rules.ts';
import { mainContentOf } from './languages.rules.ts';
import type { LanguageContent, LayoutState } from './layout-state.schema.ts';
import { type HashText, MainTexts, nameInDesign, textMembers } from './stale.rules.ts';

/** A text in the main language with nothing to translate, such as a URL or Liquid. */
interface UntranslatableText {
  part: DesignNode;
  member: string;
  text: string;
  name: string;
}

/** Finds values copied unchanged from the main language, such as a URL. */
function sameInOthers(main: JsonObject): (own: JsonObject) => ReadonlySet<string> {
  const parts = partsOf(main);
  const wordless = parts.flatMap((part) =>
    textMembers(part).flatMap((member): UntranslatableText[] => {
      const text = part.leaves.get(member);
      return typeof text === 'string' && !hasTranslatableText(member, text)
        ? [{ part, member, text, name: nameInDesign(part, member) }]
        : [];
    }),
  );
  return (own) => {
    const mine = matchLanguages(partsOf(own), parts);
    const same = wordless.filter(({ part, member, text }) => mine.get(part)?.leaves.get(member) === text);
    return new Set(same.map(({ name }) => name));
  };
}

const none: JsonObject = {};

/**
 * Updates another language when the main one changes: its blocks and styles change likewise
 * (contract: The app 13). Its texts are kept; texts of a new block are copies, and stale. The work is split
 * into two functions because each takes a while for large designs.
 */
export function followerOf(before: LayoutState, after: LayoutState, hash: HashText) {
  const [was, is] = [mainContentOf(before).bodyDesign, mainContentOf(after).bodyDesign];
  if (was === null || is === null || was === is) return null;
  const texts = new MainTexts(mainContentOf(after), hash);
  // Created on first use, because each is expensive.
  let follow: ReturnType<typeof followerOfDesign> | null = null;
  let sameIn: ReturnType<typeof sameInOthers> | null = null;
  return {
    designOf({ bodyDesign }: LanguageContent): JsonObject {
      follow ??= followerOfDesign(was, is);
      return follow(bodyDesign ?? none);
    },
    withDesign: (language: LanguageContent, bodyDesign: JsonObject): LanguageContent => {
      if (bodyDesign === (language.bodyDesign ?? none)) return language;
      sameIn ??= sameInOthers(is);
      const carried = sameIn(bodyDesign);
      const stale = [...texts.staleOf(language)].filter(([name]) => !carried.has(name));
      return { ...language, bodyDesign, writtenFor: texts.writtenExcept(new Map(stale)) };
    },
  };
}

/**
 * Returns the layout after a change to its main language, carried over to every other language. Awaits
 * `between` before each part of the work, because a large design takes tens of milliseconds per language.
 */
export async function followMainLanguage(
  before: LayoutState,
  after: LayoutState,
  hash: HashText,
  between: () => Promise<void>,
): Promise<LayoutState> {
  const follow = followerOf(before, after, hash);
  if (!follow) return after;
  const languages = { ...after.languages };
  for (const [locale, language] of Object.entries(languages)) {
    if (locale === after.defaultLocale) continue;
    await between();
    const design = follow.designOf(language);
    await between();
    languages[locale] = follow.withDesign(language, design);
  }
  return { ...after, languages };
}
