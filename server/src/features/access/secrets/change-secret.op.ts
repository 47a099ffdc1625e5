import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { permissionInput, secretDescription, secretValue } from './secrets.schema.ts';
import { describeSecretRow, permitSecretRow, setSecretValue } from './secrets.store.ts';

export const setValueOfSecret = appOperation({
  name: 'set_secret_value',
  summary:
    'Set the value of a secret; an empty value removes it. Its hosts and email permission do not change.',
  app: [{ method: 'PUT', path: '/secrets/:name', role: 'editor' }],
  stepUp: true,
  input: z.object({ name: z.string(), value: secretValue }),
  output: z.object({ name: z.string(), hasValue: z.boolean() }),
  target: ({ name }) => name,
  errorKinds: ['not_found'],
  atomic: true,
  async run(ctx, { name, value }) {
    const vault = await ctx.vault.unlock();
    const sealed = value === '' ? null : vault.seal({ table: 'secrets', name }, value);
    if (!(await setSecretValue(ctx.db, { name, sealed }))) throw notFound();
    return { value: { name, hasValue: sealed !== null } };
  },
});

export const describeSecret = appOperation({
  name: 'describe_secret',
  summary: 'Change the description of a secret; its value does not change.',
  app: [{ method: 'PATCH', path: '/secrets/:name', role: 'editor' }],
  input: z.object({ name: z.string(), description: secretDescription }),
  output: z.object({ name: z.string() }),
  target: ({ name }) => name,
  errorKinds: ['not_found'],
  atomic: true,
  async run(ctx, { name, description }) {
    if (!(await describeSecretRow(ctx.db, name, description))) throw notFound();
    return { value: { name } };
  },
});

/**
 * For owners only, because an editor could otherwise allow their own host and read the value there
 * (contract: Senders, secrets, files 13).
 */
export const permitSecret = appOperation({
  name: 'permit_secret',
  summary: 'Set which hosts a secret may be sent to, and whether emails may contain it.',
  app: [{ method: 'PUT', path: '/secrets/:name/permissions', role: 'owner' }],
  stepUp: true,
  input: z.object({ name: z.string(), ...permissionInput }),
  output: z.object({ name: z.string() }),
  target: ({ name }) => name,
  errorKinds: ['not_found'],
  atomic: true,
  async run(ctx, { name, ...permissions }) {
    if (!(await permitSecretRow(ctx.db, name, permissions))) throw notFound();
    return { value: { name } };
  },
});
