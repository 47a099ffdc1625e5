import type { MailAddress, MailContent } from '../../../kernel/mail.ts';
import { message, textOf } from '../../../kernel/messages/message.ts';
import type { SendResult } from '../../delivery/ledger/fan-out.ts';
import type { WorkContext } from '../../delivery/ledger/work.ts';
import { insertCapturedMail } from './capture.store.ts';
import { capturedContents, capturedSealContext, capturedSummaries } from './captured-mail.ts';

/** Limited, because a list page contains a hundred of them; the source has the full subject. */
const MOST_SUBJECT = 500;
/** The maximum number of characters stored for display. */
const MOST_SOURCE = 1024 * 1024;

const cut = (text: string, most: number) => (text.length > most ? text.slice(0, most).toWellFormed() : text);

/** Omits the bytes, because otherwise a test of twenty megabytes would be stored for a week. */
const withoutBytes = ({ filename, contentType, content }: MailContent['attachments'][number]) => ({
  ...{ filename, contentType },
  content: Buffer.from(`(${content.length} bytes are left out)`),
});

/**
 * Captures a message instead of sending it. It is composed as for a mail server, and fails where delivery
 * would fail. Nothing is stored here: the email is stored in the same transaction as the end of its delivery,
 * so neither exists without the other, and an interrupted run is simply repeated.
 */
export async function captureMail(
  ctx: WorkContext,
  mail: MailContent & { bcc: MailAddress[] },
  from: string,
): Promise<SendResult> {
  const attachments = mail.attachments.map(withoutBytes);
  const [recipient] = [...mail.to, ...mail.cc, ...mail.bcc];
  const envelope = { from, to: recipient?.address ?? '' };
  const composed = await ctx.mail.compose({ ...mail, attachments, envelope });
  if ('unsendable' in composed) return { state: 'failed', sentence: composed.unsendable, again: false };
  const { source } = composed;
  const id = ctx.newId();
  const vault = await ctx.vault.unlock();
  const summary = capturedSummaries.write({
    ...{ from: mail.from, to: mail.to, cc: mail.cc, bcc: mail.bcc },
    ...{ subject: cut(mail.subject, MOST_SUBJECT), files: attachments.length },
  });
  const content = capturedContents.write({
    ...{ replyTo: mail.replyTo, html: mail.html, text: mail.text },
    ...{ source: cut(source, MOST_SOURCE), isSourceCut: source.length > MOST_SOURCE },
    attachments: mail.attachments.map(({ filename, contentType, content: { length: bytes } }) => ({
      ...{ filename, contentType, bytes },
    })),
  });
  const row = {
    ...{ storeId: ctx.storeId, id },
    summary: vault.seal(capturedSealContext(id, 'summary'), summary),
    content: vault.seal(capturedSealContext(id, 'content'), content),
  };
  return {
    state: 'sent',
    answer: { answer: textOf(message('captured')), queueId: null },
    record: (claim) => insertCapturedMail(row, claim),
  };
}
