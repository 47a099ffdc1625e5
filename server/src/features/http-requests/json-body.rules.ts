import { looksLikeJson } from '../../kernel/escaping.ts';
import type { FieldProblem } from '../../kernel/fields.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import type { LiquidEscape } from '../../kernel/ports.ts';
import type { RequestContent } from './credentials.rules.ts';
import { hasLiquid } from './http-requests.rules.ts';

/** The value of the `Content-Type` header, if there is one. */
export function contentTypeOf(headers: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(headers).find((each) => each.toLowerCase() === 'content-type');
  return name === undefined ? undefined : headers[name];
}

const JSON_TYPE = /^\s*[\w.-]+\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

export const isJsonType = (contentType: string) => JSON_TYPE.test(contentType);

/** How values are written into a text body: its type decides or, if not known yet, how the text begins. */
export function bodyFormat(headers: Readonly<Record<string, string>>): LiquidEscape {
  const type = contentTypeOf(headers);
  if (type === undefined || hasLiquid(type)) return 'json-if-begun';
  return isJsonType(type) ? 'json' : 'none';
}

/** Locates the syntax error. The JavaScript engine's message would quote the text, including credentials. */
export function jsonError(text: string): Message | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(String(error)) ?? [];
    return line === undefined || column === undefined
      ? message('json_invalid')
      : message('json_invalid_at', { line, column });
  }
}

/**
 * The problems that are known before rendering: JSON without Liquid must be valid
 * (contract: HTTP requests 4).
 */
export function bodyProblems({ headers, body }: Pick<RequestContent, 'headers' | 'body'>): FieldProblem[] {
  if (typeof body !== 'string' || body.trim() === '' || hasLiquid(body)) return [];
  const format = bodyFormat(headers);
  const isJson = format === 'json' || (format === 'json-if-begun' && looksLikeJson(body));
  const fault = isJson ? jsonError(body) : null;
  return fault === null ? [] : [{ path: ['body'], reason: fault }];
}
