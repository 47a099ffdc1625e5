import { z } from 'zod';
import { OperationError } from '../../../kernel/error.ts';
import { schemaMessage } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { permissionInput, secretDescription, secretName, secretValue } from './secrets.schema.ts';
import { insertSecret, requireRoomForSecret } from './secrets.store.ts';

export const createSecret = appOperation({
  name: 'create_secret',
  summary: 'Create a secret.',
  app: [{ method: 'POST', path: '/secrets', role: 'editor' }],
  stepUp: true,
  input: z.object({
    name: secretName,
    value: secretValue.refine((value) => value !== '', { error: schemaMessage('required') }),
    description: secretDescription.default(''),
    hosts: permissionInput.hosts.default(null),
    // A layout that creates a secret for itself sends true.
    allowInEmail: permissionInput.allowInEmail.default(false),
  }),
  output: z.object({ name: z.string() }),
  target: ({ name }) => name,
  errorKinds: ['conflict'],
  atomic: true,
  async run(ctx, { name, value, ...given }) {
    await requireRoomForSecret(ctx.db, name);
    const vault = await ctx.vault.unlock();
    const sealed = vault.seal({ table: 'secrets', name }, value);
    // An existing secret of this name must not be overwritten unnoticed.
    if (!(await insertSecret(ctx.db, { storeId: ctx.storeId, name, sealed, ...given })))
      throw new OperationError('conflict', message('secret_exists'));
    return { value: { name }, status: 201 };
  },
});
