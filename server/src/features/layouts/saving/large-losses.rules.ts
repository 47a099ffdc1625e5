import type { PropertyPath } from '../../../kernel/fields.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import {
  type BlockCounts,
  countBlocks,
  hasSameStructure,
  type StructureDifference,
  structureDifference,
  surplusBlocks,
  totalOf,
} from '../../rendering/design/block-structure.rules.ts';
import { mainContentOf } from '../content/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';

/** What a write removes from one language, or how it makes that language differ from the main one. */
export interface LossNotice {
  locale: string;
  field: 'bodyDesign' | 'body';
  said: Message;
  /** Whether the write removes something; otherwise it only adds or moves blocks. */
  removes: boolean;
  /** Whether the version before the write still contains what was removed. */
  isKept: boolean;
}

/** Losing more than half of fewer blocks is everyday editing. */
const FEWEST_BLOCKS = 4;
/** Visible characters of an HTML body, about two sentences. */
const SHORTEST_TEXT = 200;
const MOST_KINDS = 6;

function kindsOf(counts: BlockCounts): string {
  const kinds = [...counts].sort(([, one], [, other]) => other - one);
  const named = kinds.slice(0, MOST_KINDS).map(([kind, count]) => `${count} ${kind}`);
  return [...named, ...(kinds.length > MOST_KINDS ? ['…'] : [])].join(', ');
}

function lostBlocks(before: LanguageContent, after: LanguageContent): Message | null {
  if (!before.bodyDesign || !after.bodyDesign || before.bodyDesign === after.bodyDesign) return null;
  const [was, is] = [countBlocks(before.bodyDesign), countBlocks(after.bodyDesign)];
  const [all, left] = [totalOf(was), totalOf(is)];
  const removed = surplusBlocks(was, is);
  const kinds = kindsOf(removed);
  if (all > 0 && left === 0) return message('all_blocks_removed', { all, kinds });
  const count = totalOf(removed);
  if (all < FEWEST_BLOCKS || count * 2 <= all) return null;
  return message('blocks_removed', { removed: count, all, kinds });
}

/** The pattern stops at the next `<`, so that a body that consists only of `<` takes linear time. */
const visibleLength = (body: string) =>
  body
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim().length;

function lostText({ body: before }: LanguageContent, { body: after }: LanguageContent): Message | null {
  if (before === null || after === null || before === after || before.trim() === '') return null;
  if (after.trim() === '') return message('all_text_removed');
  const [was, is] = [visibleLength(before), visibleLength(after)];
  if (was < SHORTEST_TEXT || is * 2 >= was) return null;
  return message('text_removed', { percent: Math.floor((1 - is / was) * 100) });
}

const structureBetween = (main: LanguageContent, own: LanguageContent | undefined) =>
  main.bodyDesign && own?.bodyDesign ? structureDifference(main.bodyDesign, own.bodyDesign) : null;

const sizeOf = (difference: StructureDifference | null) =>
  difference && totalOf(difference.missing) + totalOf(difference.added);

function differenceMessage({ missing, added }: StructureDifference): Message {
  const [lacks, has] = [kindsOf(missing), kindsOf(added)];
  if (lacks === '' && has === '') return message('structure_other_order');
  if (has === '') return message('structure_lacks', { missing: lacks });
  if (lacks === '') return message('structure_has', { added: has });
  return message('structure_lacks_and_has', { missing: lacks, added: has });
}

const isSameStructure = (one: LanguageContent | undefined, other: LanguageContent) =>
  one !== undefined &&
  (one === other ||
    (one.bodyDesign && other.bodyDesign ? hasSameStructure(one.bodyDesign, other.bodyDesign) : true));

const removesBlocks = (before: LanguageContent | undefined, after: LanguageContent) =>
  before?.bodyDesign && after.bodyDesign && before.bodyDesign !== after.bodyDesign
    ? surplusBlocks(countBlocks(before.bodyDesign), countBlocks(after.bodyDesign)).size > 0
    : false;

/**
 * Finds what a write removes (contract: Layouts 20): more than half of a language's blocks or text, all of
 * it, or blocks that other languages still have. Awaits `between` before each language, because large designs
 * take a while.
 */
export async function findLargeLosses(
  before: LayoutState,
  after: LayoutState,
  between: () => Promise<void>,
): Promise<LossNotice[]> {
  const found: LossNotice[] = [];
  const [formerMain, main] = [mainContentOf(before), mainContentOf(after)];
  const isMainSame = isSameStructure(formerMain, main);
  const isMainReduced = removesBlocks(formerMain, main);
  for (const [locale, own] of Object.entries(after.languages)) {
    const was = locale === after.defaultLocale ? formerMain : before.languages[locale];
    if (was === own && isMainSame) continue;
    await between();
    const lost = was && (lostBlocks(was, own) ?? lostText(was, own));
    const field = own.bodyDesign ? 'bodyDesign' : 'body';
    if (lost) found.push({ locale, field, said: lost, removes: true, isKept: true });
    if (own === main || (isMainSame && isSameStructure(was, own))) continue;
    const difference = structureBetween(main, own);
    const formerSize = sizeOf(was ? structureBetween(formerMain, was) : null);
    const size = sizeOf(difference);
    if (!difference || size === null || (formerSize !== null && size <= formerSize)) continue;
    const removes = isMainReduced || (was ? removesBlocks(was, own) : difference.missing.size > 0);
    found.push({ locale, field, said: differenceMessage(difference), removes, isKept: false });
  }
  return found;
}

/** The path of the language for callers: at the top level of their input, or among the translations. */
export const fieldPathOfLoss = (
  { locale, field }: LossNotice,
  written: readonly string[],
  fieldsOf: (locale: string) => PropertyPath,
): PropertyPath => [...(written.includes(locale) ? fieldsOf(locale) : ['translations', locale]), field];
