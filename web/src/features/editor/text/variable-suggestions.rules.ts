import type { ValueKind } from 'outstep/features/layouts/sent-variables/sent-variables.schema.ts';
import { valueKindOf } from 'outstep/features/layouts/sent-variables/value-kind.rules.ts';
import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { valueAt } from '../model/patches.rules.ts';
import { chipsIn, partsOf, sampleAt } from './chips.rules.ts';
import { type Loop, type Scope, stepsOf } from './scope.rules.ts';
import {
  areOrderLines,
  type KnownVariable,
  noSentVariables,
  outerPath,
  type SentVariables,
} from './sent-variables.rules.ts';

/** Test variables may be a megabyte; a longer list would not be read. */
const MOST = 200;
const PLAIN_NAME = /^[a-zA-Z_][\w-]*$/;

/** The Liquid paths of all lists and printable values in a value. */
export function pathsOf(value: Json | undefined, root: string): string[] {
  const found: string[] = [];
  const visit = (inner: Json | undefined, path: string) => {
    if (found.length >= MOST) return;
    if (isPlainObject(inner)) {
      for (const [name, member] of Object.entries(inner as JsonObject))
        if (PLAIN_NAME.test(name)) visit(member, `${path}.${name}`);
    } else if (Array.isArray(inner)) {
      found.push(path);
      visit(inner[0], `${path}[0]`);
    } else if (inner !== null && inner !== undefined) found.push(path);
  };
  visit(value, root);
  return found;
}

/** A variable that can be inserted. */
export interface VariableSuggestion {
  /** The expression between braces, with filters. */
  expression: string;
  path: string;
  /** `null` while unknown. */
  kind: ValueKind | null;
  sample: string | null;
  /** How the value is formatted; `null` for the raw value. */
  as: 'amount' | 'date' | 'items' | null;
  /** Number of entries, for a list. */
  count: number | null;
  /** How many recent steps sent it; `null` if none did. */
  sentBy: number | null;
}

/** The kind of a value, derived from its sample and its name. */
export const kindOf = (path: string, value: Json | undefined): ValueKind | null =>
  valueKindOf(String(stepsOf(path).at(-1) ?? ''), value);

const USUAL_CURRENCY = 'variables.order.currency';

/** The path of an amount's currency: next to it, otherwise where shops usually put it. */
export function currencyFor(path: string, scope: Scope): string {
  const around = path.replace(/\.[^.]*$/, '');
  const places = [
    ...['currency', 'currency_code', 'currencyCode'].map((name) => `${around}.${name}`),
    ...[USUAL_CURRENCY, 'variables.currency', 'variables.shop.currency'],
  ];
  return places.find((place) => /^[A-Za-z]{3}$/.test(sampleAt(place, scope) ?? '')) ?? USUAL_CURRENCY;
}

/** A filter with its required arguments. */
export function filterFor(name: string, path: string, scope: Scope): string {
  if (name === 'default') return 'default: ""';
  if (name === 'money') return `money: ${currencyFor(path, scope)}`;
  return name === 'date' ? 'date: "long"' : name;
}

/** The raw value, preceded by a formatted one for amounts, dates and order lines. */
function offersOf(
  path: string,
  scope: Scope,
  known: KnownVariable | undefined,
  sent: SentVariables,
): VariableSuggestion[] {
  const value = valueAt(scope, stepsOf(path));
  const kind = known?.kind ?? kindOf(path, value);
  const isSent = known !== undefined && known.sentBy > 0;
  const plain: VariableSuggestion = {
    ...{ expression: path, path, kind, as: null },
    sample: (isSent ? known.sample : null) ?? sampleAt(path, scope),
    count: (isSent ? known.entries : null) ?? (Array.isArray(value) ? value.length : null),
    sentBy: isSent ? known.sentBy : null,
  };
  if (kind === 'list' && known && areOrderLines(known.path, sent))
    return [{ ...plain, expression: `${path} items`, as: 'items' }, plain];
  if (kind !== 'amount' && kind !== 'date') return [plain];
  const filter = filterFor(kind === 'amount' ? 'money' : 'date', path, scope);
  return [{ ...plain, expression: `${path} | ${filter}`, as: kind }, plain];
}

/** Texts are untrusted and may be long, so only the first fields are collected. */
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
  of: 'entry' | 'sent' | 'used' | 'tested';
  /** The loop whose entry the group is about. */
  loop: Loop | null;
  offers: VariableSuggestion[];
}

/** Whether it can be inserted: objects cannot, and values in lists belong to loops. */
const isOffered = ({ path, kind, sentBy }: KnownVariable) =>
  sentBy > 0 && kind !== null && kind !== 'object' && !path.includes('[');

/** Fields of a loop's entry that steps sent, under the name of the entry. */
function fieldsSent(loops: readonly Loop[], at: number, { variables }: SentVariables): string[] {
  const { as } = loops[at] as Loop;
  const entry = outerPath(as, loops.slice(0, at + 1));
  return [...variables.values()].flatMap(({ path, kind, sentBy }) => {
    const rest = path.startsWith(entry) ? path.slice(entry.length) : null;
    const isField = rest !== null && sentBy > 0 && kind !== 'object' && /^(?:\.[\w-]+)*$/.test(rest);
    return isField ? [as + rest] : [];
  });
}

/**
 * Suggestions without duplicates: the fields of loop entries, innermost loop first; what recent steps sent;
 * what the layout uses; the test variables.
 */
export function offerGroups(
  loops: readonly Loop[],
  names: readonly string[],
  scope: Scope,
  sent: SentVariables = noSentVariables,
): OfferGroup[] {
  const seen = new Set<string>();
  const group = (of: OfferGroup['of'], paths: readonly string[], loop: Loop | null = null): OfferGroup => {
    const fresh = [...new Set(paths)].filter((path) => !seen.has(path));
    for (const path of fresh) seen.add(path);
    const known = (path: string) => sent.variables.get(outerPath(path, loops));
    return { of, loop, offers: fresh.flatMap((path) => offersOf(path, scope, known(path), sent)) };
  };
  const isSent = [...sent.variables.values()].filter(isOffered).map(({ path }) => path);
  return [
    ...loops
      .map((loop, at) => ({ loop, at }))
      .toReversed()
      .map(({ loop, at }) => {
        const fields = pathsOf(scope[loop.as], loop.as);
        return group('entry', [...fieldsSent(loops, at, sent), ...fields, ...fieldsUsed(loop)], loop);
      }),
    group('sent', isSent),
    group('used', names),
    group('tested', pathsOf(scope['variables'], 'variables')),
  ].filter(({ offers }) => offers.length > 0);
}
