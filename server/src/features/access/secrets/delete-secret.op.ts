import { z } from 'zod';
import { notFound, OperationError } from '../../../kernel/error.ts';
import { inUseBy } from '../../../kernel/in-use.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { findSecretUsers } from './secret-usage.store.ts';
import { deleteSecretRow } from './secrets.store.ts';

export const deleteSecret = appOperation({
  name: 'delete_secret',
  summary: 'Delete an unused secret.',
  app: [{ method: 'DELETE', path: '/secrets/:name', role: 'editor' }],
  stepUp: true,
  input: z.object({ name: z.string() }),
  output: z.object({ deleted: z.literal(true), name: z.string() }),
  target: ({ name }) => name,
  errorKinds: ['not_found', 'conflict'],
  atomic: true,
  async run(ctx, { name }) {
    await ctx.db.transaction(async (tx) => {
      const users = await findSecretUsers(tx, name);
      if (users.length > 0) throw new OperationError('conflict', inUseBy(users));
      if (!(await deleteSecretRow(tx, name))) throw notFound();
    });
    return { value: { deleted: true as const, name } };
  },
});
