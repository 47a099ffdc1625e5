import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, id } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { findSmtpSenderRow } from './find-sender.store.ts';
import {
  defaultSecurity,
  requireCompleteLogin,
  requireSameServer,
  senderSealContext,
} from './senders.rules.ts';
import { updateSmtpSenderInput } from './senders.schema.ts';
import { lockSenders, updateSmtpSenderRow } from './senders.store.ts';

export const updateSmtpSender = appOperation({
  name: 'update_smtp_sender',
  summary: 'Change an SMTP sender. Its login is kept only if the server stays the same.',
  app: [{ method: 'PUT', path: '/smtp-configs/:id', role: 'editor' }],
  input: updateSmtpSenderInput,
  output: z.object({ id }),
  async find(ctx, path) {
    const row = await findSmtpSenderRow(ctx.db, existingId(path['id'] ?? ''));
    if (!row) throw notFound();
    return row;
  },
  atomic: true,
  async run(ctx, { keepLogin, user, password, from, security, ...fields }, { id }) {
    if (!keepLogin) requireCompleteLogin(user, password);
    const vault = await ctx.vault.unlock();
    const sealed = (column: 'username' | 'password', value: string | undefined) =>
      value === undefined ? null : vault.seal(senderSealContext(id, column), value);
    await ctx.db.transaction(async (tx) => {
      await lockSenders(tx);
      const before = await findSmtpSenderRow(tx, id);
      if (!before) throw notFound();
      const next = { ...fields, id, fromAddress: from, security: security ?? defaultSecurity(fields.port) };
      if (keepLogin) requireSameServer(before, next);
      await updateSmtpSenderRow(tx, {
        ...next,
        username: keepLogin ? before.username : sealed('username', user),
        password: keepLogin ? before.password : sealed('password', password),
      });
    });
    return { value: { id } };
  },
});
