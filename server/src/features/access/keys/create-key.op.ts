import { z } from 'zod';
import { formatApiKey, publicPrefix } from '../../../kernel/api-key.ts';
import { requiredText } from '../../../kernel/fields.ts';
import { id } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { level } from './keys.schema.ts';
import { insertKey } from './keys.store.ts';

const KEY_BYTES = 32;

export const createKey = operatorOperation({
  name: 'create_key',
  summary: 'Create an API key. It is shown once.',
  command: { words: ['key', 'create'], store: 'flag' },
  app: [{ method: 'POST', path: '/keys', role: 'owner' }],
  input: z.object({
    name: requiredText(200),
    level,
    expiresAt: z.iso
      .datetime({ offset: true, error: 'must be a time such as 2030-01-31T00:00:00Z' })
      .transform((value) => new Date(value))
      .optional()
      .describe('When the key stops working (RFC 3339); never, by default.'),
  }),
  output: z.object({ id, key: z.string() }),
  atomic: true,
  async run(ctx, { name, level, expiresAt }) {
    const key = formatApiKey(ctx.randomBytes(KEY_BYTES));
    const id = ctx.newId();
    await insertKey(ctx.db, {
      storeId: ctx.storeId,
      id,
      name,
      hash: ctx.sha256(key),
      prefix: publicPrefix(key),
      level,
      expiresAt: expiresAt ?? null,
    });
    return { value: { id, key } };
  },
});
