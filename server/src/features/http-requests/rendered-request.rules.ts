import type { FieldProblem } from '../../kernel/fields.ts';
import type { Json } from '../../kernel/json.ts';
import { message } from '../../kernel/messages/message.ts';
import type { LiquidEscape, LiquidText, RenderedText } from '../../kernel/ports.ts';
import { hasLiquid, liquidTexts, type PlainRequest } from './http-requests.rules.ts';
import { bodyFormat, contentTypeOf, isJsonType, jsonError } from './json-body.rules.ts';

/** A request with its Liquid rendered: as it is sent, or as it may be shown. */
export interface RenderedRequest {
  method: PlainRequest['method'];
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

/** The tree with each text replaced by the result of `next`. */
function withTexts(value: Json, next: (text: string) => string): Json {
  if (typeof value === 'string') return next(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, next));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withTexts(member, next)]));
}

/** Every text that may contain Liquid, with how values are written into it (contract: HTTP requests 4). */
export function requestTexts(plain: PlainRequest): (LiquidText & { escape: LiquidEscape })[] {
  const inBody = typeof plain.body === 'string' ? bodyFormat(plain.headers) : 'json-string';
  return liquidTexts(plain).map((text) => {
    const [field] = text.path;
    return { ...text, escape: field === 'url' ? 'url' : field === 'body' ? inBody : 'none' };
  });
}

/**
 * Replaces templates by their rendered texts, which come in the order in which `requestTexts` lists them
 * (contract: HTTP requests 3).
 */
export function assembleRequest(
  plain: PlainRequest,
  rendered: readonly RenderedText[],
  as: 'wire' | 'shown',
): RenderedRequest {
  const texts = rendered.map((text) => text[as]).values();
  const next = () => texts.next().value as string;
  const url = next();
  const headers = withTexts(plain.headers, next) as Record<string, string>;
  const body =
    typeof plain.body === 'string'
      ? next()
      : withTexts(plain.body, (text) => (hasLiquid(text) ? next() : text));
  const text = body === null || body === '' ? null : typeof body === 'string' ? body : JSON.stringify(body);
  const untyped = text !== null && contentTypeOf(headers) === undefined;
  const isJson = untyped && (typeof body !== 'string' || jsonError(text) === null);
  return {
    method: plain.method,
    url: url.trim(),
    headers: isJson ? { ...headers, 'Content-Type': 'application/json' } : headers,
    body: text,
  };
}

/** The outbound client would reject these too, but without naming the field. */
const UNSENDABLE = /[^\P{Cc}\t]/u;

const unsendableHeaders = ({ headers }: RenderedRequest): FieldProblem[] =>
  Object.entries(headers)
    .filter(([, value]) => UNSENDABLE.test(value))
    .map(([name]) => ({ path: ['headers', name], reason: message('rendered_not_one_line') }));

const DOTS = /^(?:\.|%2e){1,2}$/i;
const dotSegments = (url: string) =>
  (url.split(/[?#]/)[0] ?? '').split('/').filter((segment) => DOTS.test(segment)).length;

/** Dots cannot be encoded, so a value that consists only of them would lead to the path above. */
function isParentSegment(typed: string, rendered: string): boolean {
  return hasLiquid(typed) && dotSegments(rendered) > dotSegments(typed);
}

/** The body must match its declared type, or the request is not sent. */
function brokenBody({ headers, body }: RenderedRequest, beganAsJson: boolean): FieldProblem[] {
  if (body === null) return [];
  const type = contentTypeOf(headers);
  const fault = (type === undefined ? beganAsJson : isJsonType(type)) ? jsonError(body) : null;
  return fault === null
    ? []
    : [
        {
          path: ['body'],
          reason: message('rendered_bad_json', { what: fault }),
        },
      ];
}

/** Why a rendered request cannot be sent (contract: HTTP requests 4; HTTP requests 8). */
export function requestProblems(plain: PlainRequest, rendered: readonly RenderedText[]): FieldProblem[] {
  const wire = assembleRequest(plain, rendered, 'wire');
  return [
    ...(isParentSegment(plain.url, wire.url) ? [{ path: ['url'], reason: message('rendered_dots') }] : []),
    ...unsendableHeaders(wire),
    ...(typeof plain.body === 'string' ? brokenBody(wire, rendered.at(-1)?.isJson === true) : []),
  ];
}
