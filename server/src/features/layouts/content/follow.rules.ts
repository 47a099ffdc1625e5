import type { JsonObject } from '../../../kernel/json.ts';
import { followDesign } from '../../rendering/design/follow-design.rules.ts';
import { hasWords } from '../../rendering/design/has-words.rules.ts';
import { matchLanguages, type Part, partsOf } from '../../rendering/design/match-blocks.rules.ts';
import { mainOf } from './languages.rules.ts';
import type { LanguageContent, LayoutState } from './layout-state.schema.ts';
import { type Hash, MainTexts, nameInDesign, textMembers } from './stale.rules.ts';

/** Texts of the main language that have nothing to translate and are the same in another: an address carried over. */
function sameIn(own: JsonObject, main: JsonObject): ReadonlySet<string> {
  const parts = partsOf(main);
  const mine = matchLanguages(partsOf(own), parts);
  const isSame = (part: Part, member: string) => {
    const text = part.leaves.get(member);
    return typeof text === 'string' && !hasWords(member, text) && mine.get(part)?.leaves.get(member) === text;
  };
  return new Set(
    parts.flatMap((part) =>
      textMembers(part).flatMap((member) => (isSame(part, member) ? [nameInDesign(part, member)] : [])),
    ),
  );
}

/**
 * The layout after a change of its main language, with the blocks and looks of every other language changed likewise.
 * Their texts stay; those that came with a new block are copies, and stale.
 */
export function followed(before: LayoutState, after: LayoutState, hash: Hash): LayoutState {
  const [was, is] = [mainOf(before).bodyDesign, mainOf(after).bodyDesign];
  if (was === null || is === null || was === is) return after;
  const texts = new MainTexts(mainOf(after), hash);
  const follow = (language: LanguageContent): LanguageContent => {
    const own = language.bodyDesign ?? {};
    const bodyDesign = followDesign({ before: was, after: is, own });
    if (bodyDesign === own) return language;
    const carried = sameIn(bodyDesign, is);
    const stale = [...texts.staleOf(language)].filter(([name]) => !carried.has(name));
    return { ...language, bodyDesign, writtenFor: texts.writtenExcept(new Map(stale)) };
  };
  const languages = Object.entries(after.languages).map(
    ([locale, language]) => [locale, locale === after.defaultLocale ? language : follow(language)] as const,
  );
  return { ...after, languages: Object.fromEntries(languages) };
}
