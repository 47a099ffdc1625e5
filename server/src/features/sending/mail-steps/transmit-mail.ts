import type { DeliveryResult, MailContent } from '../../../kernel/mail.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import type { WorkContext } from '../../delivery/ledger/work.ts';
import { accessToMailbox, markMailboxForReconnect } from '../mailboxes/mailbox-access.ts';
import type { MailboxSender, SmtpSender } from '../senders/find-sender.ts';
import { composeMail, type PlannedMail } from './compose-mail.ts';
import { recipientHeaders } from './recipients.rules.ts';

type BeforeData = () => Promise<boolean>;

const failed = (sentence: Message, again: boolean): DeliveryResult => ({
  state: 'failed',
  sentence,
  again,
  recipientRefused: false,
});

function sendBySmtp(
  ctx: WorkContext,
  sender: SmtpSender,
  { line, recipients }: PlannedMail,
  mail: MailContent,
  beforeData: BeforeData,
): Promise<DeliveryResult> {
  const [recipient] = recipients;
  const envelope = { from: sender.from.address, to: recipient?.address ?? '' };
  return ctx.mail.carry(line, sender.server, { ...mail, envelope }, beforeData);
}

/** For a message and its second attempt after a rejected login; both must fit into the lease. */
const MAILBOX_MS = 40_000;
const LEAST_MS = 2_000;

/**
 * A provider sends to everyone in the headers, so they name exactly the recipients of this message, each
 * once.
 */
async function sendByMailbox(
  ctx: WorkContext,
  { id, provider }: MailboxSender,
  { plan, recipients }: PlannedMail,
  mail: MailContent,
  beforeData: BeforeData,
): Promise<DeliveryResult> {
  const named = { ...mail, ...recipientHeaders(recipients, plan) };
  const first = await accessToMailbox(ctx, id, null);
  if ('sentence' in first) return failed(first.sentence, first.again);
  const until = performance.now() + MAILBOX_MS;
  const send = (accessToken: string, mayLeave: BeforeData) =>
    ctx.mailboxes.send(provider, accessToken, named, {
      storeId: ctx.storeId,
      beforeData: mayLeave,
      timeoutMs: until - performance.now(),
    });
  const carried = await send(first.accessToken, beforeData);
  if (carried.state !== 'login_refused') return carried;
  // Nothing can have been sent, because the provider rejected the login.
  const second = await accessToMailbox(ctx, id, first.accessToken);
  if ('sentence' in second) return failed(second.sentence, second.again);
  if (until - performance.now() < LEAST_MS) return failed(message('provider_login_timeout'), true);
  const again = await send(second.accessToken, async () => true);
  if (again.state !== 'login_refused') return again;
  await markMailboxForReconnect(ctx, id);
  return failed(message('mailbox_lost'), false);
}

/** Sends the message; if it is too large for the server, its files become links. */
export async function transmitMail(
  ctx: WorkContext,
  planned: PlannedMail,
  sender: SmtpSender | MailboxSender,
  beforeData: BeforeData,
): Promise<DeliveryResult> {
  const { plan } = planned;
  const attemptSend = async (filesFit: boolean) => {
    const mail = await composeMail(ctx, planned, filesFit);
    return sender.kind === 'smtp'
      ? sendBySmtp(ctx, sender, planned, mail, beforeData)
      : sendByMailbox(ctx, sender, planned, mail, beforeData);
  };
  const first = await attemptSend(true);
  if (first.state !== 'too_large' || plan.attached.length === 0) return first;
  if (plan.attached.some(({ neverLinked }) => neverLinked)) {
    const reason = message('email_too_large', { size: first.maxBytes });
    // Not by name: file names may contain values of variables.
    return failed(message('some_attachment_not_linked', { reason }), false);
  }
  return attemptSend(false);
}
