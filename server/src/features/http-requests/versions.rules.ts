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

export const comparable = (plain: PlainRequest) =>
  Object.fromEntries(fields.map((field) => [field, plain[field]])) as unknown as Json;
