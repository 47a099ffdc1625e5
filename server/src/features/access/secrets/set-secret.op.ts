import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { secretDescription, secretName, secretValue } from './secrets.schema.ts';
import { setSecretRow } from './secrets.store.ts';

export const setSecret = operatorOperation({
  name: 'set_secret',
  summary: 'Set a secret. The value comes on standard input; an empty one takes the value away.',
  command: { words: ['secret', 'set'], store: 'flag', stdin: 'value' },
  app: [{ method: 'PUT', path: '/secrets/:name', role: 'editor' }],
  stepUp: true,
  input: z.object({
    name: secretName,
    value: secretValue,
    description: secretDescription.optional(),
  }),
  output: z.object({ name: z.string(), hasValue: z.boolean() }),
  target: ({ name }) => name,
  atomic: true,
  async run(ctx, { name, value, description }) {
    const vault = await ctx.vault.unlock();
    const sealed = value === '' ? null : vault.seal({ table: 'secrets', name }, value);
    await setSecretRow(ctx.db, { storeId: ctx.storeId, name, description, sealed });
    return { value: { name, hasValue: sealed !== null } };
  },
});
