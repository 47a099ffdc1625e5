import { z } from 'zod';
import { id } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { defaultSecurity, requireCompleteLogin, senderSealContext } from './senders.rules.ts';
import { addSmtpSenderInput } from './senders.schema.ts';
import { insertSmtpSender } from './senders.store.ts';

export const addSmtpSender = operatorOperation({
  name: 'add_smtp_sender',
  summary: 'Add an SMTP sender. The first one of a store becomes its default.',
  command: { words: ['sender', 'add-smtp'], store: 'flag', stdin: 'password' },
  app: [{ method: 'POST', path: '/smtp-configs', role: 'editor' }],
  input: addSmtpSenderInput,
  output: z.object({ id }),
  atomic: true,
  async run(ctx, { name, host, port, from, fromName, user, password, security }) {
    requireCompleteLogin(user, password);
    const id = ctx.newId();
    const vault = await ctx.vault.unlock();
    const sender = {
      storeId: ctx.storeId,
      id,
      name,
      host,
      port,
      security: security ?? defaultSecurity(port),
      fromName,
      fromAddress: from,
      username: user === undefined ? null : vault.seal(senderSealContext(id, 'username'), user),
      password: password === undefined ? null : vault.seal(senderSealContext(id, 'password'), password),
    };
    await ctx.db.transaction((tx) => insertSmtpSender(tx, sender));
    return { value: { id } };
  },
});
