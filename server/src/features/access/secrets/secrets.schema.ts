import { z } from 'zod';
import { clearableText, schemaMessage, text } from '../../../kernel/fields.ts';
import { time } from '../../../kernel/id.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';

/** A name must work in `{{ secrets.NAME }}`, so it is what Liquid can read after a dot. */
export const secretName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, {
  error: schemaMessage('must_be_secret_name'),
});

const MAX_VALUE = 16_384;
export const secretValue = text(MAX_VALUE);
export const secretDescription = clearableText(2000);

/** The read view: never the value (spec: What the service does 4) (contract: Senders, secrets, files 3). */
export const secret = z.object({
  name: z.string(),
  description: z.string(),
  hasValue: z.boolean(),
  updatedAt: time,
});
nameSchema('Secret', secret);

export type SecretView = z.output<typeof secret>;

const secretUser = z.object({
  type: z.enum(['layout', 'preset', 'request', 'settings']),
  id: z.string().describe('ID of the layout, preset or request; for a setting, its name.'),
  name: z.string(),
});

export type SecretUser = z.output<typeof secretUser>;

export const secretUsage = z.object({
  usedBy: z.record(z.string(), z.array(secretUser)).describe('Keyed by the name of the secret.'),
});
