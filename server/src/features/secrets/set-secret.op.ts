import { z } from 'zod';
import { text } from '../../kernel/fields.ts';
import { operatorOperation } from '../../kernel/operation.ts';
import { secretName } from './secrets.schema.ts';
import { setSecretRow } from './secrets.store.ts';

const MAX_VALUE = 16_384;

export const setSecret = operatorOperation({
  name: 'set_secret',
  summary: 'Set a secret. The value comes on standard input; an empty one takes the value away.',
  command: { words: ['secret', 'set'], store: 'flag', stdin: 'value' },
  input: z.object({
    name: secretName,
    value: text(MAX_VALUE),
    description: text(2000).optional(),
  }),
  output: z.object({ name: z.string(), hasValue: z.boolean() }),
  async run(ctx, { name, value, description }) {
    const vault = await ctx.vault.unlock();
    const sealed = value === '' ? null : vault.seal({ table: 'secrets', name }, value);
    await setSecretRow(ctx.db, { storeId: ctx.storeId, name, description, sealed });
    return { value: { name, hasValue: sealed !== null } };
  },
});
