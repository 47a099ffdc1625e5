import { z } from 'zod';
import {
  clearableText,
  isStorable,
  issueOf,
  requiredIfSent,
  requiredText,
  schemaMessage,
} from '../../kernel/fields.ts';
import { id, time } from '../../kernel/id.ts';
import { jsonObject, jsonValue } from '../../kernel/json.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import { nameSchema } from '../../kernel/named-schema.ts';
import { isPlainObject } from '../../kernel/plain-object.ts';
import { anyObject, versioned } from '../../kernel/versioned.ts';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const MAX_HEADERS = 50;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
/** These describe the message itself and are set by the HTTP client. */
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

/** spec: HTTP request 1: other schemes are rejected when saving (contract: HTTP requests 1). */
const url = requiredText(2048)
  .refine((value) => value.trim() === '' || /^https?:\/\//i.test(value), {
    error: schemaMessage('must_start_with_http'),
  })
  .refine((value) => !/\p{Cc}/u.test(value), { error: schemaMessage('control_characters') })
  .describe(
    'Target URL, http:// or https://; can contain Liquid after the scheme. Values are percent-encoded unless their last filter is url_encode or raw.',
  );

const MAX_VALUE = 8192;

/** The problem of one header, if any. */
function headerProblem(name: string, value: unknown): Message | null {
  if (!TOKEN.test(name) || name === '__proto__') return message('not_a_header_name');
  if (RESERVED_HEADERS.has(name.toLowerCase())) return message('header_reserved');
  if (typeof value !== 'string') return message('must_be_text');
  if (value.length > MAX_VALUE) return message('text_too_long', { max: MAX_VALUE });
  if (/[\r\n]/.test(value)) return message('must_be_one_line');
  return isStorable(value) ? null : message('text_broken');
}

/**
 * A list of `{ name, value }` is accepted too, and reads back as an object; `null` means no headers
 * (contract: HTTP requests 2).
 */
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
        error: schemaMessage('must_be_object'),
        abort: true,
      })
      .superRefine((value, ctx) => {
        const names = Object.keys(value);
        if (names.length > MAX_HEADERS)
          ctx.addIssue(issueOf(message('too_many_headers', { max: MAX_HEADERS })));
        const seen = new Set<string>();
        for (const name of names) {
          const problem =
            headerProblem(name, value[name]) ??
            (seen.has(name.toLowerCase()) ? message('given_twice') : null);
          if (problem) ctx.addIssue(issueOf(problem, [name]));
          seen.add(name.toLowerCase());
        }
      }),
  )
  .meta({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Header names and values. Values can contain Liquid. Replaces the whole object.',
  });

const body = jsonValue.describe(
  'A string (JSON with Liquid) or any JSON value. "" and null mean an empty body. In JSON, values inside strings are escaped; outside strings, use {{ variables.path | json }}.',
);
const timeoutMs = z.int().min(1000).max(30_000).describe('1000 to 30000 ms.');
const testVariables = jsonObject
  .nullable()
  .transform((value) => value ?? {})
  .describe('Variables for test runs that send none.');
const name = clearableText(200).describe('Default: method, host and path.');
const description = clearableText(2000);

/** What the caller may set; an absent member gets its default on create, and is kept on update. */
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
  body: jsonValue.describe('In the JSON type in which it was sent; literal credentials are masked.'),
  timeoutMs: z.int(),
  testVariables: jsonObject,
  createdAt: time,
  updatedAt: time,
  warnings: z
    .array(z.string())
    .optional()
    .describe(
      'Literal credentials that were set for a host other than that of `url`, at most five for each such host; absent if there are none. The request cannot run until they are sent again or the new host is confirmed in the app.',
    ),
});
nameSchema('HttpRequest', httpRequest);

/** Lists carry summaries (contract: Lists 4). */
export const httpRequestSummary = httpRequest.omit({
  headers: true,
  body: true,
  testVariables: true,
  warnings: true,
});
nameSchema('HttpRequestSummary', httpRequestSummary);

/** As stored: texts masked, the complete content sealed where masking changed anything. */
export interface HttpRequestRow extends Omit<z.output<typeof httpRequest>, 'warnings'> {
  sealed: Buffer | null;
  revision: number;
}

export type HttpRequestSummaryRow = z.output<typeof httpRequestSummary>;

/** The part of a row that a write can change. */
export type HttpRequestContent = Omit<HttpRequestRow, 'id' | 'revision' | 'createdAt' | 'updatedAt'>;

const httpRequestStep = z.object({ variables: anyObject.default({}), workflow: z.string().optional() });

/** Stored input of a step that makes a call. */
export const httpRequestSteps = versioned<z.output<typeof httpRequestStep>>(
  'step that makes a call',
  httpRequestStep,
);
