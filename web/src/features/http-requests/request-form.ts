import { ApiError, problemsIn, withFields } from '../../api/client.ts';
import type { HttpRequest } from './queries.ts';

/** The request as form values, all of them text. */
export interface RequestValues extends Record<string, unknown> {
  name: string;
  description: string;
  method: HttpRequest['method'];
  url: string;
  headers: { name: string; value: string }[];
  body: string;
  timeoutMs: number;
  testVariables: string;
}

export const emptyValues: RequestValues = {
  name: '',
  description: '',
  method: 'POST',
  url: 'https://',
  headers: [],
  body: '',
  timeoutMs: 10_000,
  testVariables: '{}',
};

const formatJson = (value: unknown) => JSON.stringify(value, null, 2);

export const valuesOf = ({ body, headers, testVariables, ...rest }: HttpRequest): RequestValues => ({
  name: rest.name,
  description: rest.description,
  method: rest.method,
  url: rest.url,
  timeoutMs: rest.timeoutMs,
  headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  body: body === null ? '' : typeof body === 'string' ? body : formatJson(body),
  testVariables: formatJson(testVariables),
});

/** Parses a JSON object; `null` if the text is not one. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** A body stored as JSON remains JSON as long as the text is valid JSON. */
function parseBody(text: string, before: unknown): unknown {
  if (before === null || before === undefined || typeof before === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const toRequest = (values: RequestValues, before: HttpRequest | null) => ({
  ...values,
  headers: values.headers.filter(({ name, value }) => name !== '' || value !== ''),
  body: parseBody(values.body, before?.body),
  testVariables: parseObject(values.testVariables),
});

/**
 * Maps header names in the server's errors to line numbers of the form; body and test values are a single
 * field there.
 */
export function toFormLines(error: unknown, headers: RequestValues['headers']): unknown {
  if (!(error instanceof ApiError) || error.status !== 400) return error;
  const toFormField = (field: string) => {
    const [, whole] = /^(body|testVariables)[.[]/.exec(field) ?? [];
    const line = headers.findIndex(({ name }) => field === `headers.${name}`);
    return whole ?? (line < 0 ? field : `headers[${line}].value`);
  };
  const message = problemsIn(error.message)
    .map((part) => part.replace(/^.*?(?=: )/s, toFormField))
    .join('; ');
  return new ApiError(400, message, error.code, undefined, withFields(error.messages, toFormField));
}

const DEEPEST = 6;
const NAME = /^[A-Za-z_][\w-]*$/;

/** The Liquid paths in the test values, such as `variables.order.id`. */
export function variablePaths(value: unknown, path = 'variables', depth = 0): string[] {
  if (value === null || typeof value !== 'object' || depth > DEEPEST) return [];
  if (Array.isArray(value)) return variablePaths(value[0], `${path}[0]`, depth + 1);
  return Object.entries(value)
    .filter(([name]) => NAME.test(name))
    .flatMap(([name, member]) => [`${path}.${name}`, ...variablePaths(member, `${path}.${name}`, depth + 1)]);
}
