import { type Difference, differences } from '../../kernel/differences.ts';
import type { Json } from '../../kernel/json.ts';
import type { PlainRequest } from './http-requests.rules.ts';

const fields = [
  ...['name', 'description', 'method', 'url', 'headers', 'body', 'timeoutMs', 'testVariables'],
] as (keyof PlainRequest)[];

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export const changedFields = (before: PlainRequest, after: PlainRequest): string[] =>
  fields.filter((field) => !same(before[field], after[field]));

/** One line on what a write changed. */
export function requestSummary(before: PlainRequest | null, after: PlainRequest): string {
  if (before === null) return 'Created';
  const changed = changedFields(before, after);
  return changed.length === 0 ? 'Saved without a change' : `Changed ${changed.join(', ')}`;
}

function valueAt(tree: Json, path: readonly PropertyKey[]): Json {
  let value: unknown = tree;
  for (const part of path) value = (value as Record<PropertyKey, unknown> | null)?.[part];
  return (value ?? null) as Json;
}

interface Compared {
  plain: PlainRequest;
  shown: Json;
}

const comparable = (plain: PlainRequest) =>
  Object.fromEntries(fields.map((field) => [field, plain[field]])) as unknown as Json;

/** What differs, a credential too, with the values as they may be shown. */
export const requestDifferences = (from: Compared, to: Compared): Difference[] =>
  differences(comparable(from.plain), comparable(to.plain)).map(({ path }) => ({
    path,
    before: valueAt(from.shown, path),
    after: valueAt(to.shown, path),
  }));
