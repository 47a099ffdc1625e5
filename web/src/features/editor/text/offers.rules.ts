import type { Json } from '../../../../../server/src/kernel/json.ts';
import { valueAt } from '../model/patches.rules.ts';
import { chipsIn, partsOf, sampleAt } from './chips.rules.ts';
import { type Loop, type Scope, stepsOf } from './scope.rules.ts';
import { pathsOf } from './variable-paths.rules.ts';

export type ValueKind = 'text' | 'number' | 'amount' | 'date' | 'choice' | 'list';

/** Something that can be filled in. */
export interface Offer {
  /** As it is written between braces, with filters. */
  expression: string;
  path: string;
  /** `null` where nothing is known of it. */
  kind: ValueKind | null;
  sample: string | null;
  /** How the value is written, where that is not as it comes. */
  as: 'amount' | 'date' | null;
  /** Of a list: what there is of it. */
  count: number | null;
}

const AMOUNTS = new Set(
  'price total subtotal amount tax shipping discount cost fee refund balance paid due'.split(' '),
);
const COUNTS = new Set('count quantity items number id code name rate percent percentage'.split(' '));
const DECIMAL = /^-?\d{1,30}(?:\.\d{1,30})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/;

/** `totalPrice` and `total_price` are two words. */
const wordsIn = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]/);

/** What kind of value it is, by its sample and by what it is called. */
export function kindOf(path: string, value: Json | undefined): ValueKind | null {
  const words = wordsIn(String(stepsOf(path).at(-1) ?? ''));
  const soundsLikeAmount = words.some((word) => AMOUNTS.has(word)) && !words.some((word) => COUNTS.has(word));
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'boolean') return 'choice';
  if (typeof value === 'number') return soundsLikeAmount ? 'amount' : 'number';
  if (typeof value === 'string') {
    if (DATE.test(value)) return 'date';
    return soundsLikeAmount && DECIMAL.test(value) ? 'amount' : 'text';
  }
  if (value !== undefined && value !== null) return null;
  if (soundsLikeAmount) return 'amount';
  return ['at', 'date'].includes(words.at(-1) ?? '') ? 'date' : null;
}

const USUAL_CURRENCY = 'variables.order.currency';

/** Where the currency of an amount is said: beside it, else where shops say it. */
export function currencyFor(path: string, scope: Scope): string {
  const around = path.replace(/\.[^.]*$/, '');
  const places = [
    ...['currency', 'currency_code', 'currencyCode'].map((name) => `${around}.${name}`),
    ...[USUAL_CURRENCY, 'variables.currency', 'variables.shop.currency'],
  ];
  return places.find((place) => /^[A-Za-z]{3}$/.test(sampleAt(place, scope) ?? '')) ?? USUAL_CURRENCY;
}

/** A filter with what it cannot be without. */
export function filterFor(name: string, path: string, scope: Scope): string {
  if (name === 'default') return 'default: ""';
  if (name === 'money') return `money: ${currencyFor(path, scope)}`;
  return name === 'date' ? 'date: "long"' : name;
}

/** A value as it comes, and where that is not how people write it, as they do. */
function offersOf(path: string, scope: Scope): Offer[] {
  const value = valueAt(scope, stepsOf(path));
  const kind = kindOf(path, value);
  const plain: Offer = {
    ...{ expression: path, path, kind, sample: sampleAt(path, scope), as: null },
    count: Array.isArray(value) ? value.length : null,
  };
  if (kind !== 'amount' && kind !== 'date') return [plain];
  const filter = filterFor(kind === 'amount' ? 'money' : 'date', path, scope);
  return [{ ...plain, expression: `${path} | ${filter}`, as: kind }, plain];
}

/** Texts are untrusted and may be long; what is used is in the first of them. */
const MOST_USED = 50;

/** Fields of an entry that the blocks of its loop use already, whether or not there is a sample of one. */
export function fieldsUsed({ as, block }: Loop): string[] {
  const found = new Set<string>();
  const visit = (value: Json | undefined) => {
    if (found.size >= MOST_USED) return;
    if (typeof value === 'string') {
      if (!value.includes('{{')) return;
      for (const { code } of chipsIn(value)) {
        const path = partsOf(code)?.path ?? '';
        if (path.startsWith(`${as}.`)) found.add(path);
      }
    } else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) visit(inner);
  };
  visit(block);
  return [...found];
}

export interface OfferGroup {
  of: 'entry' | 'used' | 'tested';
  /** The loop that an entry is of. */
  loop: Loop | null;
  offers: Offer[];
}

/**
 * What can be filled in: in loops the fields of an entry, the innermost first; what the layout uses; the test
 * variables. Each once.
 */
export function offerGroups(loops: readonly Loop[], names: readonly string[], scope: Scope): OfferGroup[] {
  const seen = new Set<string>();
  const group = (of: OfferGroup['of'], paths: readonly string[], loop: Loop | null = null): OfferGroup => {
    const fresh = [...new Set(paths)].filter((path) => !seen.has(path));
    for (const path of fresh) seen.add(path);
    return { of, loop, offers: fresh.flatMap((path) => offersOf(path, scope)) };
  };
  return [
    ...loops.toReversed().map((loop) => {
      const fields = pathsOf(scope[loop.as], loop.as);
      return group('entry', [...fields, ...fieldsUsed(loop)], loop);
    }),
    group('used', names),
    group('tested', pathsOf(scope['variables'], 'variables')),
  ].filter(({ offers }) => offers.length > 0);
}
