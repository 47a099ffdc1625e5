import { z } from 'zod';
import { clearableText, isStorable, requiredIfSent, requiredText } from '../../kernel/fields.ts';
import { id, time } from '../../kernel/id.ts';
import { jsonObject, jsonValue } from '../../kernel/json.ts';
import { named } from '../../kernel/named-schema.ts';
import { isPlainObject } from '../../kernel/plain-object.ts';
import { anyObject, versioned } from '../../kernel/versioned.ts';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const MAX_HEADERS = 50;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
/** These describe the message itself; the HTTP client sets them. */
const RESERVED_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'keep-alive',
  'proxy-connection',
  'http2-settings',
]);

const method = z
  .string()
  .transform((value) => value.toUpperCase())
  .pipe(z.enum(methods))
  .describe('GET, POST, PUT, PATCH or DELETE, in any letter case.');

/** spec: HTTP request 1: other schemes are refused when saving. */
const url = requiredText(2048)
  .refine((value) => value.trim() === '' || /^https?:\/\//i.test(value), {
    error: 'must start with http:// or https://',
  })
  .refine((value) => !/\p{Cc}/u.test(value), { error: 'must not contain control characters' })
  .describe(
    'Target address, http:// or https://; may use Liquid after the scheme. Values are encoded, unless their last filter is url_encode or raw.',
  );

const MAX_VALUE = 8192;

/** What is wrong with one header, if anything. */
function headerProblem(name: string, value: unknown): string | null {
  if (!TOKEN.test(name) || name === '__proto__') return 'not a valid header name';
  if (RESERVED_HEADERS.has(name.toLowerCase())) return 'cannot be set';
  if (typeof value !== 'string') return 'must be text';
  if (value.length > MAX_VALUE) return `at most ${MAX_VALUE} characters`;
  if (/[\r\n]/.test(value)) return 'must be one line';
  return isStorable(value) ? null : 'must not contain NUL or broken Unicode';
}

/** A list of `{ name, value }` is accepted too, and reads back as an object; `null` is none. */
function headersAsObject(value: unknown): unknown {
  if (value === null) return {};
  if (!Array.isArray(value)) return value;
  const entries = value.map((item) => [item?.name, item?.value] as const);
  return entries.every(([name]) => typeof name === 'string') ? Object.fromEntries(entries) : value;
}

const headers = z
  .preprocess(
    headersAsObject,
    z
      .custom<Record<string, string>>((value) => isPlainObject(value), {
        error: 'must be an object',
        abort: true,
      })
      .superRefine((value, ctx) => {
        const names = Object.keys(value);
        if (names.length > MAX_HEADERS)
          ctx.addIssue({ code: 'custom', message: `at most ${MAX_HEADERS} headers` });
        const seen = new Set<string>();
        for (const name of names) {
          const problem =
            headerProblem(name, value[name]) ?? (seen.has(name.toLowerCase()) ? 'given twice' : null);
          if (problem) ctx.addIssue({ code: 'custom', path: [name], message: problem });
          seen.add(name.toLowerCase());
        }
      }),
  )
  .meta({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Header names and values. Values may use Liquid. Replaced whole when sent.',
  });

const body = jsonValue.describe(
  'A text (JSON with Liquid) or any JSON value. "" and null are the empty body. In JSON, values inside strings are escaped; outside use {{ variables.path | json }}.',
);
const timeoutMs = z.int().min(1000).max(30_000).describe('1000 to 30000 ms.');
const testVariables = jsonObject
  .nullable()
  .transform((value) => value ?? {})
  .describe('Variables that a test run uses when it brings none.');
const name = clearableText(200).describe('By default method, host and path.');
const description = clearableText(2000);

/** What the caller may set; absent on create means the default, absent on update means kept. */
export const httpRequestFields = {
  name: name.optional(),
  description: description.optional(),
  method: method.optional(),
  headers: headers.optional(),
  body: body.optional(),
  timeoutMs: timeoutMs.optional(),
  testVariables: testVariables.optional(),
};

export const createHttpRequestInput = z.object({ url, ...httpRequestFields });
export const updateHttpRequestInput = z.object({ url: requiredIfSent(url), ...httpRequestFields });

export const httpRequest = z.object({
  id,
  name: z.string(),
  description: z.string(),
  method: z.enum(methods),
  url: z.string().describe('Credentials in it are masked.'),
  headers: z
    .record(z.string(), z.string())
    .describe('Literal credentials are masked; references read back as written.'),
  body: jsonValue.describe('In the JSON type it was sent in; literal credentials are masked.'),
  timeoutMs: z.int(),
  testVariables: jsonObject,
  createdAt: time,
  updatedAt: time,
});
named('HttpRequest', httpRequest);

/** Lists carry summaries. */
export const httpRequestSummary = httpRequest.omit({ headers: true, body: true, testVariables: true });
named('HttpRequestSummary', httpRequestSummary);

/** As stored: texts masked, the complete content sealed where masking changed anything. */
export interface HttpRequestRow extends z.output<typeof httpRequest> {
  sealed: Buffer | null;
  revision: number;
}

export type HttpRequestSummaryRow = z.output<typeof httpRequestSummary>;

/** The part of a row that a write can change. */
export type HttpRequestContent = Omit<HttpRequestRow, 'id' | 'revision' | 'createdAt' | 'updatedAt'>;

const callStep = z.object({ variables: anyObject.default({}), workflow: z.string().optional() });

/** Stored input of a step that makes a call. */
export const callSteps = versioned<z.output<typeof callStep>>('step that makes a call', callStep);
