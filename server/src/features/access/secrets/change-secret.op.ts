import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { appOperation, operatorOperation } from '../../../kernel/operation.ts';
import { secretDescription, secretName, secretValue } from './secrets.schema.ts';
import { describeSecretRow, setSecretRow } from './secrets.store.ts';

export const setSecret = operatorOperation({
  name: 'set_secret',
  summary: 'Set a secret. The value is read from standard input; an empty one removes the value.',
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

export const describeSecret = appOperation({
  name: 'describe_secret',
  summary: 'Change the description of a secret; its value stays.',
  app: [{ method: 'PATCH', path: '/secrets/:name', role: 'editor' }],
  input: z.object({ name: z.string(), description: secretDescription }),
  output: z.object({ name: z.string() }),
  target: ({ name }) => name,
  refusals: ['not_found'],
  atomic: true,
  async run(ctx, { name, description }) {
    if (!(await describeSecretRow(ctx.db, name, description))) throw notFound();
    return { value: { name } };
  },
});
