import type { JsonPath } from '../../../../kernel/json.ts';
import { defaultStyle } from '../default-style.schema.ts';
import type { RawFinding } from './finding.rules.ts';
import { globalOf, numberIn, type PlacedBlock } from './read-blocks.rules.ts';
import type { ReadMail, ReadText } from './read-mail.rules.ts';
import { hasVisibleText, visibleTextOf } from './read-rich.rules.ts';

/** The font size below which many people need glasses. */
const SMALLEST = 12;
const USUAL_LEVEL = 2;

/** Members that appear in the plain text as words; those of an image only as the name of a link. */
const wordMembers: ReadonlySet<unknown> = new Set(['text', 'html', 'label', 'value', 'code', 'alt']);

interface Heading {
  level: number;
  path: JsonPath;
}

/** Headings in the order of the email: heading blocks, and headings in HTML. */
function headingsOf({ blocks, texts }: ReadMail): Heading[] {
  const inHtml = new Map<PlacedBlock | null, Heading[]>();
  for (const { path, rich, owner } of texts)
    if (rich)
      inHtml.set(
        owner,
        rich.headings.map((level) => ({ level, path })),
      );
  const headingsOfBlock = (placed: PlacedBlock): Heading[] =>
    placed.type === 'heading'
      ? [{ level: numberIn(placed.block['level']) ?? USUAL_LEVEL, path: [...placed.path, 'level'] }]
      : (inHtml.get(placed) ?? []);
  return [...blocks.flatMap(headingsOfBlock), ...(inHtml.get(null) ?? [])];
}

/** Checks that heading levels are not skipped on the way down. */
export function* headingFindings(mail: ReadMail): Generator<RawFinding> {
  let last: number | null = null;
  for (const { level, path } of headingsOf(mail)) {
    const expected: number = last === null ? level : last + 1;
    if (level > expected) yield { rule: 'heading-order', path, values: { level, expected } };
    last = level;
  }
}

/** Text that is too small to read comfortably. */
export function* sizeFindings({ facts, blocks, texts }: ReadMail): Generator<RawFinding> {
  const size = numberIn(globalOf(facts.design)['fontSize']) ?? defaultStyle.fontSize;
  for (const { block, type, path } of blocks) {
    const own = type === 'text' ? numberIn(block['fontSize']) : null;
    if (own !== null && own < SMALLEST)
      yield { rule: 'text-small', path: [...path, 'fontSize'], values: { pixels: own } };
  }
  // The small text of some blocks is two pixels smaller than the rest.
  const isSmaller = blocks.some(
    ({ type, block }) => type === 'items' || (type === 'coupon' && block['label']),
  );
  if (isSmaller && size - 2 < SMALLEST)
    yield { rule: 'text-small', path: ['bodyDesign', 'global', 'fontSize'], values: { pixels: size - 2 } };
  for (const { path, rich } of texts) {
    const smallest = Math.min(...(rich?.sizes.slice(0, 1000) ?? []), SMALLEST);
    if (smallest < SMALLEST) yield { rule: 'text-small', path, values: { pixels: smallest } };
  }
}

function isSpoken({ path, text, rich, owner, isExpression }: ReadText): boolean {
  if (isExpression || !wordMembers.has(path.at(-1))) return rich?.hasWords === true;
  const isPicture = owner?.type === 'image' && typeof owner.block['href'] !== 'string';
  if (isPicture) return false;
  return rich ? rich.hasWords : hasVisibleText(visibleTextOf(text));
}

/** Plain-text readers and spam filters need more than URLs. */
export function* plainTextFindings({ facts, blocks, texts, isWhole }: ReadMail): Generator<RawFinding> {
  if (!isWhole) return;
  const isVisual = facts.design !== null;
  const isEmpty = isVisual ? blocks.length === 0 : facts.body?.trim() === '';
  const inBody = texts.filter(({ path }) => path[0] === 'bodyDesign' || path[0] === 'body');
  const links: readonly unknown[] = ['button', 'menu', 'logo', 'image', 'video', 'social'];
  const hasItems = blocks.some(({ type }) => type === 'items');
  const says = inBody.some((text) => !links.includes(text.owner?.type) && isSpoken(text));
  if (!isEmpty && (says || hasItems)) return;
  yield { rule: 'plain-text-empty', path: [isVisual ? 'bodyDesign' : 'body'], values: {} };
}
