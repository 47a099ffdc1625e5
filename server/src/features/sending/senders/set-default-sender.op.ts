import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, id, idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { findSenderRole, lockSenders, makeDefault } from './senders.store.ts';

export const setDefaultSender = appOperation({
  name: 'set_default_sender',
  summary: 'Set the default sender, which is used by steps that name none.',
  app: [
    { method: 'PUT', path: '/smtp-configs/:id/default', role: 'editor' },
    { method: 'PUT', path: '/senders/:id/default', role: 'editor' },
  ],
  input: z.object({ id: idInput('sender') }),
  output: z.object({ id, isDefault: z.literal(true) }),
  atomic: true,
  async run(ctx, { id: sent }) {
    const id = existingId(sent);
    await ctx.db.transaction(async (tx) => {
      await lockSenders(tx);
      if (!(await findSenderRole(tx, id))) throw notFound();
      await makeDefault(tx, id);
    });
    return { value: { id, isDefault: true as const } };
  },
});
