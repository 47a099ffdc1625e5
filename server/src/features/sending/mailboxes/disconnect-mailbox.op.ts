import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, id, idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { requireRemovable } from '../senders/senders.rules.ts';
import { findSenderRole, lockSenders } from '../senders/senders.store.ts';
import { deleteMailboxRow } from './mailboxes.store.ts';

export const disconnectMailbox = appOperation({
  name: 'disconnect_mailbox',
  summary: 'Disconnect a mailbox and delete its login. Steps that name it then fail.',
  description:
    'The permission is not revoked at the provider, because other stores may use it; the owner can revoke it there.',
  app: [{ method: 'DELETE', path: '/senders/:id', role: 'editor' }],
  input: z.object({ id: idInput('mailbox') }),
  output: z.object({ id, deleted: z.literal(true) }),
  atomic: true,
  async run(ctx, { id: sent }) {
    const id = existingId(sent);
    await ctx.db.transaction(async (tx) => {
      await lockSenders(tx);
      const standing = await findSenderRole(tx, id);
      if (standing?.kind !== 'mailbox') throw notFound();
      requireRemovable(standing);
      await deleteMailboxRow(tx, id);
    });
    return { value: { id, deleted: true as const } };
  },
});
