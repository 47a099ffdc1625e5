import type { FieldProblem } from '../../kernel/fields.ts';
import type { Json } from '../../kernel/json.ts';
import type { RenderedText } from '../../kernel/ports.ts';
import type { PlainRequest } from './http-requests.rules.ts';

/** A request with its Liquid rendered: as it goes out, or as it may be shown. */
export interface RenderedRequest {
  method: PlainRequest['method'];
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

function withTexts(value: Json, texts: Iterator<string>): Json {
  if (typeof value === 'string') return texts.next().value as string;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, texts));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withTexts(member, texts)]));
}

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Replaces templates by their rendered texts, which come in the order in which `liquidTexts` lists them. */
export function assembled(
  plain: PlainRequest,
  rendered: readonly RenderedText[],
  as: 'wire' | 'shown',
): RenderedRequest {
  const texts = rendered.map((text) => text[as]).values();
  const { url, headers, body } = withTexts(
    { url: plain.url, headers: plain.headers, body: plain.body },
    texts,
  ) as unknown as {
    url: string;
    headers: Record<string, string>;
    body: Json;
  };
  const text = body === null || body === '' ? null : typeof body === 'string' ? body : JSON.stringify(body);
  const typed = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const json = text !== null && !typed && isJson(text);
  return {
    method: plain.method,
    url: url.trim(),
    headers: json ? { ...headers, 'Content-Type': 'application/json' } : headers,
    body: text,
  };
}

/** As the outbound client would refuse them, but with the name of the field. */
const UNSENDABLE = /[^\P{Cc}\t]/u;

export const unsendableHeaders = ({ headers }: RenderedRequest): FieldProblem[] =>
  Object.entries(headers)
    .filter(([, value]) => UNSENDABLE.test(value))
    .map(([name]) => ({ path: ['headers', name], reason: 'not one line after rendering' }));
