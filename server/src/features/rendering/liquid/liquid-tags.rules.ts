import { message } from '../../../kernel/messages/message.ts';
import { filteredValue, value } from './liquid-expression.rules.ts';
import type { LiquidReader } from './liquid-reader.rules.ts';

/** Block tags, with the tags that may occur between their start and end. */
export const blocks: ReadonlyMap<string, readonly string[]> = new Map([
  ['if', ['elsif', 'else']],
  ['unless', ['elsif', 'else']],
  ['case', ['when', 'else']],
  ['for', ['else']],
  ['tablerow', []],
  ['capture', []],
]);

/** Their content is not Liquid. */
export const opaqueBlocks: ReadonlySet<string> = new Set(['comment', 'raw']);

const parentTagsOf = (branch: string) =>
  [...blocks].filter(([, branches]) => branches.includes(branch)).map(([name]) => `"${name}"`);

/** The tags that `elsif`, `when` and `else` belong to, for error messages. */
export const parentTagsByBranch: ReadonlyMap<string, string> = new Map(
  ['elsif', 'when', 'else'].map((branch) => [branch, parentTagsOf(branch).join(' or ')]),
);

/** Authors must not be able to overwrite the footer, which contains the unsubscribe link. */
const TAKEN = new Set(['secrets', 'mail_footer']);

/** A name that the tag assigns. */
function target(reader: LiquidReader): void {
  const at = reader.place();
  const name = reader.name(message('name_expected'));
  if (TAKEN.has(name)) reader.fail(message('name_taken', { name }), at);
}

function nothing(reader: LiquidReader): void {
  reader.expectEnd();
}

function condition(reader: LiquidReader): void {
  filteredValue(reader, message('condition_expected'));
}

function outputValue(reader: LiquidReader): void {
  filteredValue(reader, message('value_expected'));
}

function loop(reader: LiquidReader, settings: readonly string[], flags: readonly string[]): void {
  target(reader);
  const preposition = reader.place();
  if (reader.word() !== 'in') reader.fail(message('sign_expected', { sign: 'in' }), preposition);
  value(reader, message('value_expected_after', { word: 'in' }));
  while (!reader.atEnd()) {
    reader.take(',');
    const at = reader.place();
    const word = reader.word() ?? '';
    if (flags.includes(word)) continue;
    if (!settings.includes(word)) reader.unexpected(at);
    if (!reader.take(':')) reader.fail(message('sign_expected_after', { sign: ':', word }));
    value(reader, message('value_expected_after', { word: `${word}:` }));
  }
}

function assign(reader: LiquidReader): void {
  target(reader);
  if (!reader.take('=')) reader.fail(message('sign_expected', { sign: '=' }));
  filteredValue(reader, message('value_expected_after', { word: '=' }));
}

/** The name may be quoted, as in older Liquid. */
function capture(reader: LiquidReader): void {
  const at = reader.place();
  const quoted = reader.quoted();
  if (quoted === undefined) target(reader);
  else if (!/^.[A-Za-z_][\w-]*.$/.test(quoted) || TAKEN.has(quoted.slice(1, -1))) reader.unexpected(at);
  reader.expectEnd();
}

function counter(reader: LiquidReader): void {
  target(reader);
  reader.expectEnd();
}

function when(reader: LiquidReader): void {
  let missing = message('value_expected');
  for (;;) {
    value(reader, missing);
    if (reader.atEnd()) return;
    const at = reader.place();
    const comma = reader.take(',');
    if (!comma && reader.word() !== 'or') reader.fail(message('comma_or_or_expected'), at);
    missing = message('value_expected_after', { word: comma ? ',' : 'or' });
  }
}

function cycle(reader: LiquidReader): void {
  value(reader, message('value_expected'));
  if (reader.take(':')) value(reader, message('value_expected_after', { word: ':' }));
  while (reader.take(',')) value(reader, message('value_expected_after', { word: ',' }));
  reader.expectEnd();
}

/** The allowed content of a tag after its name. */
export const tagGrammar: ReadonlyMap<string, (reader: LiquidReader) => void> = new Map([
  ['if', condition],
  ['elsif', condition],
  ['unless', condition],
  ['else', nothing],
  ['case', outputValue],
  ['when', when],
  ['for', (reader) => loop(reader, ['limit', 'offset'], ['reversed'])],
  ['tablerow', (reader) => loop(reader, ['cols', 'limit', 'offset'], [])],
  ['break', nothing],
  ['continue', nothing],
  ['assign', assign],
  ['capture', capture],
  ['increment', counter],
  ['decrement', counter],
  ['cycle', cycle],
  ['echo', outputValue],
]);
