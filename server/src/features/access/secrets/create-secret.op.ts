import { z } from 'zod';
import { Refusal } from '../../../kernel/error.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { secretDescription, secretName, secretValue } from './secrets.schema.ts';
import { insertSecret } from './secrets.store.ts';

export const createSecret = appOperation({
  name: 'create_secret',
  summary: 'Create a secret.',
  app: [{ method: 'POST', path: '/secrets', role: 'editor' }],
  stepUp: true,
  input: z.object({
    name: secretName,
    value: secretValue.refine((value) => value !== '', { error: 'required' }),
    description: secretDescription.default(''),
  }),
  output: z.object({ name: z.string() }),
  target: ({ name }) => name,
  refusals: ['conflict'],
  atomic: true,
  async run(ctx, { name, value, description }) {
    const vault = await ctx.vault.unlock();
    const sealed = vault.seal({ table: 'secrets', name }, value);
    // An existing secret of this name must not be overwritten unnoticed.
    if (!(await insertSecret(ctx.db, { storeId: ctx.storeId, name, description, sealed })))
      throw new Refusal('conflict', 'there is a secret of this name already');
    return { value: { name }, status: 201 };
  },
});
