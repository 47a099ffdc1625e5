import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import type { MailServer } from '../../../kernel/mail.ts';
import { textOf } from '../../../kernel/messages/message.ts';
import { appOperation, type PersonContext } from '../../../kernel/operation.ts';
import { findSender } from './find-sender.ts';
import { defaultSecurity, requireCompleteLogin, requireSameServer } from './senders.rules.ts';
import { checkSmtpSenderInput } from './senders.schema.ts';

type CheckSenderInput = z.output<typeof checkSmtpSenderInput>;

async function serverOf(
  ctx: PersonContext,
  { sender, keepLogin, ...given }: CheckSenderInput,
): Promise<MailServer> {
  const { host, port, user, password } = given;
  const next = { host, port, security: given.security ?? defaultSecurity(port) };
  if (!keepLogin) {
    requireCompleteLogin(user, password);
    return { ...next, username: user ?? null, password: password ?? null };
  }
  const saved = sender === undefined ? null : await findSender(ctx, sender);
  if (saved?.kind !== 'smtp') throw notFound();
  requireSameServer(saved.server, next);
  return saved.server;
}

export const checkSmtpSender = appOperation({
  name: 'check_smtp_sender',
  summary: 'Connect to a mail server, establish TLS and log in, without sending anything.',
  app: [{ method: 'POST', path: '/smtp-checks', role: 'editor' }],
  input: checkSmtpSenderInput,
  output: z.object({
    works: z.boolean(),
    sentence: z.string().nullable().describe('What is wrong, as a sentence.'),
  }),
  async run(ctx, given) {
    const trouble = await ctx.mail.greet(await serverOf(ctx, given));
    return { value: { works: trouble === null, sentence: trouble && textOf(trouble) } };
  },
});
