import { z } from 'zod';
import { requiredText, schemaMessage } from '../../../kernel/fields.ts';
import { time } from '../../../kernel/id.ts';
import { alertKinds } from '../alerts/alerts.schema.ts';

const MAX_URL = 2000;

const kinds = z.array(z.enum(alertKinds)).max(alertKinds.length);

export const webhookInput = z.object({
  url: requiredText(MAX_URL)
    .refine((value) => value.trim() === '' || /^https?:\/\/[^\s/?#]+\S*$/i.test(value), {
      error: schemaMessage('must_start_with_http'),
    })
    .describe('URL that alerts are posted to. Its path and query are never shown again.'),
  kinds: kinds.default([...alertKinds]),
});

/** `null` if the store has no webhook. */
export const webhook = z.object({
  webhook: z
    .object({
      host: z.string(),
      kinds,
      createdAt: time,
      lastAt: time.nullable().describe('Time of the last post.'),
      lastError: z.string().nullable().describe('Why the last post was rejected.'),
    })
    .nullable(),
});
export type Webhook = NonNullable<z.output<typeof webhook>['webhook']>;
