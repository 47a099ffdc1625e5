import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { AnyPlatformAction } from '../../kernel/platform-action.ts';
import { responsesOf } from './errors.ts';
import { examples, STORE } from './examples.ts';
import { bodyOf, successOf } from './operation-object.ts';
import type { createSchemas, OpenApiObject } from './schemas.ts';
import { PLATFORM_TAG } from './tags.ts';

/** A call for testing one's own signing code; the secret is not used anywhere. */
export const signingExample = {
  secret: `whsec_${Buffer.from('a secret of 24 letters..').toString('base64')}`,
  id: 'msg_2f6e8d',
  timestamp: '1795000000',
  body: '{"runId":"run-1","stepId":"hello"}',
};

export function exampleSignature({ secret, id, timestamp, body } = signingExample): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** How a call is signed (Standard Webhooks, symmetric). */
export const signatureScheme = (): OpenApiObject => ({
  type: 'apiKey',
  in: 'header',
  name: 'webhook-signature',
  description: [
    'Standard Webhooks, symmetric (https://www.standardwebhooks.com). An owner of the store creates the secret on the Developer page of the app; the newest two work.',
    'The value is `v1,` and the Base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, the body byte for byte as it is sent. The key of the HMAC is the secret without `whsec_`, decoded from Base64. Separate several signatures with spaces; one valid signature is enough.',
    `To test your implementation: with the secret \`${signingExample.secret}\`, the id \`${signingExample.id}\`, the timestamp \`${signingExample.timestamp}\` and the body \`${signingExample.body}\` the header is \`${exampleSignature()}\`.`,
  ].join('\n\n'),
});

export const signatureHeaders = (): OpenApiObject[] => [
  {
    name: 'webhook-id',
    in: 'header',
    description: 'ID of the message: visible ASCII characters without a period.',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 256, pattern: '^[!-\\-/-~]+$' },
    example: signingExample.id,
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    description: 'Unix time in seconds, at most 300 s from our clock. Sign again when you retry.',
    required: true,
    schema: { type: 'string', pattern: '^[1-9][0-9]{0,11}$' },
    example: signingExample.timestamp,
  },
];

const STORE_ID: OpenApiObject = {
  name: 'storeId',
  in: 'path',
  description: 'ID of the store, as in the URLs of the app.',
  required: true,
  schema: { type: 'string' },
  example: STORE,
};

const ENDED = {
  200: 'The step has ended: `status` is the outcome, and `error` says why it failed.',
  202: 'Accepted, but not ended within 8 seconds. Repeat the call with the same run ID to get the outcome.',
};
const CHECKED = { 200: 'Problems of the step, if any.' };

/** An action at the endpoint for workflow platforms. */
export function platformObject(
  schemas: ReturnType<typeof createSchemas>,
  action: AnyPlatformAction,
): OpenApiObject {
  const { name, id, summary, description, input, output } = action;
  const runs = 'runId' in input.shape;
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags: [PLATFORM_TAG.name],
    security: [{ signature: [] }],
    parameters: [{ ...STORE_ID, example: examples[name]?.path?.['storeId'] ?? STORE }, ...signatureHeaders()],
    ...bodyOf(schemas, action, input, ''),
    responses: {
      ...successOf(
        schemas,
        action,
        output as z.ZodType,
        runs ? ENDED : CHECKED,
        runs ? ['X-Execution-Id', 'Idempotency-Replayed', 'X-Ignored-Fields'] : ['X-Ignored-Fields'],
      ),
      ...responsesOf([
        'invalid',
        'unsigned',
        'too_large',
        'unsupported_media_type',
        'over_budget',
        'internal',
        'unavailable',
      ]),
    },
  };
}
