import { type Message, message } from '../../../kernel/messages/message.ts';
import type { LiquidReader } from './liquid-reader.rules.ts';
import { excerpt } from './liquid-text-error.rules.ts';

/*
 * The engine skips what it does not understand (`{{ a b c }}`, `{{ a | }}`, `{% if a == %}`), so an email
 * with a gap would be sent. This grammar has no gaps, and the engine interprets everything that it accepts in
 * the same way.
 */

const comparisons = ['==', '!=', '>', '<', '>=', '<=', 'contains'];
const connectives = ['and', 'or'];
const operators = [...comparisons, ...connectives, 'not'];

/** Without an argument these return `NaN` or the text unchanged, or fail when an email is rendered. */
const filtersThatNeedAValue: ReadonlySet<string> = new Set([
  ...['append', 'prepend', 'replace', 'replace_first', 'replace_last', 'split', 'slice', 'default'],
  ...['remove', 'remove_first', 'remove_last', 'hmac_sha256', 'at_least', 'at_most'],
  ...['plus', 'minus', 'times', 'divided_by', 'modulo', 'concat', 'push', 'unshift'],
  ...['map', 'where', 'reject', 'group_by', 'has', 'find', 'find_index', 'money', 't'],
]);

/** Nested values (`a[b[c]]`, ranges of ranges): the engine recurses and would exhaust the stack. */
const MAX_VALUE_DEPTH = 10;

const SECRET_RULE = message('secret_misused');

export function value(reader: LiquidReader, missing: Message, depth = 0): void {
  const at = reader.place();
  if (depth > MAX_VALUE_DEPTH) reader.fail(message('value_nested_too_deep', { max: MAX_VALUE_DEPTH }));
  const operator = reader.operator(operators);
  if (operator !== undefined) reader.fail(message('value_expected_before', { operator }), at);
  if (reader.literal() || reader.number()) return;
  const isNamed = reader.quoted() === undefined && !range(reader, depth);
  if (isNamed && reader.name(missing) === 'secrets') reader.fail(SECRET_RULE, at);
  properties(reader, depth);
}

function range(reader: LiquidReader, depth: number): boolean {
  if (!reader.take('(')) return false;
  value(reader, message('value_expected_in_range'), depth + 1);
  if (!reader.take('..')) reader.fail(message('parentheses_only_range'));
  value(reader, message('value_expected_after', { word: '..' }), depth + 1);
  if (!reader.take(')')) reader.fail(message('range_unclosed'));
  return true;
}

/** `.name` and `[value]`, which follow a value without a space. */
function properties(reader: LiquidReader, depth: number): void {
  for (;;) {
    if (reader.isNext('[')) {
      reader.take('[');
      value(reader, message('value_expected_in_brackets'), depth + 1);
      if (!reader.take(']')) reader.fail(message('sign_unclosed', { sign: '[' }));
    } else if (reader.isNext('.') && !reader.isNext('..')) {
      reader.take('.');
      if (reader.word() === undefined) reader.fail(message('name_expected_after_dot'));
    } else return;
  }
}

/** Comparisons joined by `and` and `or`; `not` only where the engine applies it to what follows. */
function condition(reader: LiquidReader, missing: Message): void {
  let expected = missing;
  for (;;) {
    while (reader.operator(['not']) !== undefined)
      expected = message('value_expected_after', { word: 'not' });
    value(reader, expected);
    const comparison = reader.operator(comparisons);
    if (comparison !== undefined) value(reader, message('value_expected_after', { word: comparison }));
    const connective = reader.operator(connectives);
    if (connective === undefined) return;
    expected = message('value_expected_after', { word: connective });
  }
}

/** A condition with filters, to the end of the tag. */
export function filteredValue(reader: LiquidReader, missing: Message): void {
  condition(reader, missing);
  while (reader.take('|')) filter(reader);
  reader.expectEnd();
}

function filter(reader: LiquidReader): void {
  const at = reader.place();
  const name = reader.word() ?? reader.missing(message('filter_name_expected'));
  if (!(name in reader.filters)) reader.fail(message('unknown_filter', { name: excerpt(name) }), at);
  if (reader.take(':')) {
    do {
      reader.label();
      value(reader, message('value_expected_in_filter', { name }));
    } while (reader.take(','));
  } else if (filtersThatNeedAValue.has(name)) {
    reader.fail(message('filter_needs_value', { name }), at);
  }
}
