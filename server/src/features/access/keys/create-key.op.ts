import { z } from 'zod';
import { requiredText, schemaMessage } from '../../../kernel/fields.ts';
import { id } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { issueKey } from './issue-key.ts';
import { allowedAddresses, level } from './keys.schema.ts';

export const createKey = operatorOperation({
  name: 'create_key',
  summary: 'Create an API key. It is shown once.',
  command: { words: ['key', 'create'], store: 'flag' },
  app: [{ method: 'POST', path: '/keys', role: 'owner' }],
  stepUp: true,
  input: z.object({
    name: requiredText(200),
    level,
    expiresAt: z.iso
      .datetime({ offset: true, error: schemaMessage('must_be_time') })
      .transform((value) => new Date(value))
      .optional()
      .describe('When the key stops working (RFC 3339); never, by default.'),
    allowedAddresses: allowedAddresses.optional(),
  }),
  output: z.object({ id, key: z.string() }),
  atomic: true,
  run: async (ctx, { name, level, expiresAt = null, allowedAddresses = [] }) => ({
    value: await issueKey(ctx, { name, level, expiresAt, allowedAddresses }),
  }),
});
