import type { Json } from '../../../kernel/json.ts';
import type { ValueKind } from './sent-variables.schema.ts';

const AMOUNTS = new Set(
  'price total subtotal amount tax shipping discount cost fee refund balance paid due'.split(' '),
);
const COUNTS = new Set('count quantity items number id code name rate percent percentage'.split(' '));
const DECIMAL = /^-?\d{1,30}(?:\.\d{1,30})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/;
/** No sensible variable name is longer. */
const LONGEST_NAME = 100;

/** `totalPrice` and `total_price` are two words. */
export const splitIdentifier = (name: string) =>
  name
    .slice(0, LONGEST_NAME)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]/);

/** The kind of a value, judged by its content and its name; `null` if neither is conclusive. */
export function valueKindOf(name: string, value: Json | undefined): ValueKind | null {
  const words = splitIdentifier(name);
  const soundsLikeAmount = words.some((word) => AMOUNTS.has(word)) && !words.some((word) => COUNTS.has(word));
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return soundsLikeAmount ? 'amount' : 'number';
  if (typeof value === 'string') {
    if (DATE.test(value)) return 'date';
    return soundsLikeAmount && DECIMAL.test(value) ? 'amount' : 'text';
  }
  if (value !== undefined && value !== null) return 'object';
  if (soundsLikeAmount) return 'amount';
  return ['at', 'date'].includes(words.at(-1) ?? '') ? 'date' : null;
}
