import { excerpt } from './liquid-fault.rules.ts';
import type { LiquidReader } from './liquid-reader.rules.ts';

/*
 * The engine skips what it does not understand (`{{ a b c }}`, `{{ a | }}`, `{% if a == %}`), and a mail with
 * a hole in it goes out. This grammar has no gaps, and whatever it accepts means the same to the engine.
 */

const comparisons = ['==', '!=', '>', '<', '>=', '<=', 'contains'];
const connectives = ['and', 'or'];
const operators = [...comparisons, ...connectives, 'not'];

/** Without an argument these return `NaN` or the text unchanged, or fail when a mail is rendered. */
const filtersThatNeedAValue: ReadonlySet<string> = new Set([
  ...['append', 'prepend', 'replace', 'replace_first', 'replace_last', 'split', 'slice', 'default'],
  ...['remove', 'remove_first', 'remove_last', 'hmac_sha256', 'at_least', 'at_most'],
  ...['plus', 'minus', 'times', 'divided_by', 'modulo', 'concat', 'push', 'unshift'],
  ...['map', 'where', 'reject', 'group_by', 'has', 'find', 'find_index', 'money', 't'],
]);

/** Values in values (`a[b[c]]`, ranges of ranges): the engine recurses and would run out of stack. */
const MAX_VALUE_DEPTH = 10;

const SECRET_RULE =
  'secrets are only written {{ secrets.NAME }}: one name, no filter, no bracket, in no other tag';

export function value(reader: LiquidReader, missing: string, depth = 0): void {
  const at = reader.place();
  if (depth > MAX_VALUE_DEPTH) reader.fail(`value nested more than ${MAX_VALUE_DEPTH} deep`);
  const operator = reader.operator(operators);
  if (operator !== undefined) reader.fail(`value expected before "${operator}"`, at);
  if (reader.literal() || reader.number()) return;
  const isNamed = reader.quoted() === undefined && !range(reader, depth);
  if (isNamed && reader.name(missing) === 'secrets') reader.fail(SECRET_RULE, at);
  properties(reader, depth);
}

function range(reader: LiquidReader, depth: number): boolean {
  if (!reader.take('(')) return false;
  value(reader, 'value expected in the range', depth + 1);
  if (!reader.take('..')) reader.fail('parentheses only hold a range such as (1..5)');
  value(reader, 'value expected after ".."', depth + 1);
  if (!reader.take(')')) reader.fail('range not closed by ")"');
  return true;
}

/** `.name` and `[value]`, which follow without a space. */
function properties(reader: LiquidReader, depth: number): void {
  for (;;) {
    if (reader.isNext('[')) {
      reader.take('[');
      value(reader, 'value expected in "[]"', depth + 1);
      if (!reader.take(']')) reader.fail('"[" not closed');
    } else if (reader.isNext('.') && !reader.isNext('..')) {
      reader.take('.');
      if (reader.word() === undefined) reader.fail('name expected after "."');
    } else return;
  }
}

/** Comparisons joined by `and` and `or`; `not` only where the engine applies it to what follows. */
function condition(reader: LiquidReader, missing: string): void {
  let expected = missing;
  for (;;) {
    while (reader.operator(['not']) !== undefined) expected = 'value expected after "not"';
    value(reader, expected);
    const comparison = reader.operator(comparisons);
    if (comparison !== undefined) value(reader, `value expected after "${comparison}"`);
    const connective = reader.operator(connectives);
    if (connective === undefined) return;
    expected = `value expected after "${connective}"`;
  }
}

/** A condition with filters, to the end of the tag. */
export function filteredValue(reader: LiquidReader, missing: string): void {
  condition(reader, missing);
  while (reader.take('|')) filter(reader);
  reader.expectEnd();
}

function filter(reader: LiquidReader): void {
  const at = reader.place();
  const name = reader.word() ?? reader.missing('filter name expected after "|"');
  if (!(name in reader.filters)) reader.fail(`unknown filter ${excerpt(name)}`, at);
  if (reader.take(':')) {
    do {
      reader.label();
      value(reader, `value expected in filter "${name}"`);
    } while (reader.take(','));
  } else if (filtersThatNeedAValue.has(name)) {
    reader.fail(`filter "${name}" needs a value`, at);
  }
}
