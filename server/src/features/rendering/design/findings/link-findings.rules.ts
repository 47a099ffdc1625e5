import type { JsonObject, JsonPath } from '../../../../kernel/json.ts';
import { isPlainObject } from '../../../../kernel/plain-object.ts';
import type { RawFinding } from './finding.rules.ts';
import { type PlacedBlock, textIn } from './read-blocks.rules.ts';
import type { ReadMail } from './read-mail.rules.ts';
import { hasVisibleText, visibleTextOf } from './read-rich.rules.ts';

/** Words that don't describe where a link leads, in the languages of the app. */
const vague: ReadonlySet<string> = new Set([
  ...[
    'click here',
    'click',
    'here',
    'click this',
    'link',
    'this link',
    'this',
    'more',
    'read more',
    'read on',
  ],
  ...['learn more', 'tap here', 'press here', 'see more', 'click me', 'click below', 'more info', 'details'],
  ...['hier klicken', 'hier', 'klicken', 'klicken sie hier', 'klick hier', 'klicke hier', 'hier entlang'],
  ...['mehr', 'mehr lesen', 'weiterlesen', 'mehr erfahren', 'dieser link', 'weiter', 'mehr infos', 'los'],
]);

/** The maximum number of links to check in texts; no email has more. */
const MAX_LINKS = 2000;

/** Normalizes text for comparison: lower case, without surrounding punctuation. */
const bare = (words: string) =>
  words
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}\uE000]+|[^\p{L}\p{N}\uE000]+$/gu, '')
    .trim();

/** `null` means that the link has no URL. */
const isEmptyLink = (address: string | null) => address === null || ['', '#'].includes(address.trim());

function* linkFindingsOfText(words: string, path: JsonPath): Generator<RawFinding> {
  if (!hasVisibleText(words)) yield { rule: 'link-unnamed', path, values: {} };
  else if (vague.has(bare(words))) yield { rule: 'link-vague', path, values: { words: words.trim() } };
}

const entriesIn = ({ block }: PlacedBlock) =>
  (Array.isArray(block['items']) ? block['items'] : []).filter(isPlainObject) as JsonObject[];

function* linkFindingsOfBlock(placed: PlacedBlock): Generator<RawFinding> {
  const { block, type, path } = placed;
  const address = (holder: JsonObject, member: string, ...steps: JsonPath): RawFinding[] =>
    isEmptyLink(textIn(holder[member]))
      ? [{ rule: 'link-empty', path: [...path, ...steps, member], values: {} }]
      : [];
  const wordsIn = (holder: JsonObject, member: string) => visibleTextOf(textIn(holder[member]));
  if (type === 'button') {
    yield* address(block, 'url');
    yield* linkFindingsOfText(wordsIn(block, 'label'), [...path, 'label']);
  }
  if (type === 'video') yield* address(block, 'url');
  if (type === 'menu' || type === 'social')
    for (const [i, item] of entriesIn(placed).entries()) {
      yield* address(item, 'url', 'items', i);
      if (type === 'menu') yield* linkFindingsOfText(wordsIn(item, 'label'), [...path, 'items', i, 'label']);
    }
  const isLinked = (type === 'image' || type === 'logo') && typeof block['href'] === 'string';
  if (!isLinked) return;
  yield* address(block, 'href');
  // An image without a description is reported by another rule.
  if (typeof block['alt'] === 'string' && !hasVisibleText(wordsIn(block, 'alt')))
    yield { rule: 'link-unnamed', path: [...path, 'alt'], values: {} };
}

/** Links without a target, without text, or with text that doesn't describe the target. */
export function* linkFindings({ blocks, texts }: ReadMail): Generator<RawFinding> {
  for (const placed of blocks) yield* linkFindingsOfBlock(placed);
  let left = MAX_LINKS;
  for (const { path, rich } of texts)
    for (const { href, words } of rich?.links ?? []) {
      if (left-- === 0) return;
      if (isEmptyLink(href)) yield { rule: 'link-empty', path, values: {} };
      yield* linkFindingsOfText(words, path);
    }
}
