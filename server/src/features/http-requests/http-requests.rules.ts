import { invalid, problemMessage } from '../../kernel/fields.ts';
import { type Json, type JsonObject, textsOf } from '../../kernel/json.ts';
import { message, textOf } from '../../kernel/messages/message.ts';
import { changed, type Patch } from '../../kernel/patch.ts';
import type { LiquidText } from '../../kernel/ports.ts';
import { safeName } from '../../kernel/safe-name.ts';
import { type HeldCredentials, heldCredentialProblems } from './credential-hosts.rules.ts';
import { applyContentChange, emptyContent, type RequestContent } from './credentials.rules.ts';
import type { HttpRequestRow, methods } from './http-requests.schema.ts';

export interface PlainRequest extends RequestContent {
  testVariables: JsonObject;
  method: (typeof methods)[number];
  timeoutMs: number;
  remembered: readonly string[];
  held: readonly HeldCredentials[];
}

export type SentFields = Patch<Omit<PlainRequest, 'remembered' | 'held'>>;

export const emptyRequest: PlainRequest = {
  ...emptyContent,
  ...{ method: 'GET', timeoutMs: 10_000, remembered: [], held: [] },
};

const MAX_NAME = 200;
export const hasLiquid = (text: string) => text.includes('{{') || text.includes('{%');

/** Method, host and path: how a person would refer to the request. */
export function defaultName(method: string, url: string): string {
  const place = url
    .replace(/^https?:\/\//i, '')
    .replace(/[?#].*$/s, '')
    .replace(/^[^/@]*@/, '');
  const points = [...`${method} ${safeName(place)}`];
  return points.slice(0, MAX_NAME).join('');
}

/** A URL without Liquid must be valid; one with Liquid is known only when it is rendered. */
export function requireValidUrl(url: string | undefined): void {
  if (url === undefined || hasLiquid(url) || URL.canParse(url)) return;
  throw invalid([{ path: ['url'], reason: message('address_invalid') }]);
}

/** Changes only the members that were sent. */
export function applyRequestChange(current: PlainRequest, sent: SentFields): PlainRequest {
  return {
    ...current,
    ...applyContentChange(current, sent),
    method: changed(sent.method, current.method),
    timeoutMs: changed(sent.timeoutMs, current.timeoutMs),
  };
}

/**
 * Every text that may contain Liquid, with its place (spec: HTTP request 3); in a tree, only those that do.
 */
export function liquidTexts({ url = '', headers = {}, body = null }: SentFields): LiquidText[] {
  const inBody =
    typeof body === 'string' ? [{ path: ['body'], text: body }] : textsOf(body, ['body'], hasLiquid);
  return [...textsOf({ url, headers }), ...inBody];
}

const fields = [
  ...['name', 'description', 'method', 'url', 'headers', 'body', 'timeoutMs', 'testVariables'],
] as (keyof PlainRequest)[];

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export const changedFields = (before: PlainRequest, after: PlainRequest): string[] =>
  fields.filter((field) => !same(before[field], after[field]));

/** A one-line summary of what a write changed. */
export function requestSummary(before: PlainRequest | null, after: PlainRequest): string {
  if (before === null) return 'Created';
  const changed = changedFields(before, after);
  return changed.length === 0 ? 'Saved without changes' : `Changed ${changed.join(', ')}`;
}

export const comparable = (plain: PlainRequest) =>
  Object.fromEntries(fields.map((field) => [field, plain[field]])) as unknown as Json;

/** Stored texts are masked already, so masking cannot be forgotten here. */
export function viewHttpRequest(row: HttpRequestRow, { held, url }: Pick<PlainRequest, 'held' | 'url'>) {
  const { sealed: _sealed, revision: _revision, ...shown } = row;
  const warnings = heldCredentialProblems({ held, url }, true).map((problem) =>
    textOf(problemMessage(problem)),
  );
  return { ...shown, ...(warnings.length > 0 && { warnings }) };
}
