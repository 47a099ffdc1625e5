import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, id, idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { requireRemovable } from './senders.rules.ts';
import { deleteSmtpSenderRow, findSenderRole, lockSenders } from './senders.store.ts';

export const deleteSmtpSender = appOperation({
  name: 'delete_smtp_sender',
  summary: 'Delete an SMTP sender and its login. Steps that name it then fail.',
  app: [{ method: 'DELETE', path: '/smtp-configs/:id', role: 'editor' }],
  input: z.object({ id: idInput('sender') }),
  output: z.object({ id, deleted: z.literal(true) }),
  atomic: true,
  async run(ctx, { id: sent }) {
    const id = existingId(sent);
    await ctx.db.transaction(async (tx) => {
      await lockSenders(tx);
      const standing = await findSenderRole(tx, id);
      if (standing?.kind !== 'smtp') throw notFound();
      requireRemovable(standing);
      await deleteSmtpSenderRow(tx, id);
    });
    return { value: { id, deleted: true as const } };
  },
});
