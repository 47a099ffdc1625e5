import { buffer } from 'node:stream/consumers';
import type { MailAddress, MailAttachment, MailContent } from '../../../kernel/mail.ts';
import type { PlannedMessage } from '../../delivery/ledger/fan-out.ts';
import type { WorkContext } from '../../delivery/ledger/work.ts';
import { keepUnsubscribeLink } from '../../rendering/mails/keep-unsubscribe-link.rules.ts';
import {
  type DownloadLink,
  downloadsAsHtml,
  downloadsAsText,
} from '../../rendering/mails/placeholders.rules.ts';
import { fillMail } from '../../rendering/mails/render-mail.ts';
import { downloadUrl } from '../downloads/download-link.ts';
import type { Sender } from '../senders/find-sender.ts';
import { unsubscribeUrl } from '../unsubscribes/unsubscribe-link.ts';
import { messageIdOf } from './mail-answers.ts';
import type { MailPlan, PlannedFile } from './mail-plan.ts';

/** RFC 8058: a single POST to this URL unsubscribes. */
const listHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Files deleted since planning are left out, because the email itself must still be sent. */
async function bytesOf(ctx: WorkContext, files: readonly PlannedFile[]): Promise<MailAttachment[]> {
  const attachments: MailAttachment[] = [];
  for (const { filename, contentType, key } of files) {
    const stream = key === null ? null : await ctx.files.read(key);
    if (stream) attachments.push({ filename, contentType, content: await buffer(stream) });
  }
  return attachments;
}

async function linksOf(
  ctx: WorkContext,
  executionId: string,
  files: readonly PlannedFile[],
): Promise<DownloadLink[]> {
  const links: DownloadLink[] = [];
  for (const { filename, key, url } of files) {
    const address = url ?? (await downloadUrl(ctx, { executionId, fileKey: key as string, filename }));
    links.push({ filename, url: address });
  }
  return links;
}

/** Adds links at the very end, because the email was rendered without a placeholder for them. */
function withLinks(mail: { html: string; text: string }, links: readonly DownloadLink[]) {
  const at = mail.html.toLowerCase().lastIndexOf('</body>');
  const place = at < 0 ? mail.html.length : at;
  const block = `<p style="text-align:center;font-size:13px">${downloadsAsHtml(links)}</p>`;
  return {
    html: mail.html.slice(0, place) + block + mail.html.slice(place),
    text: `${mail.text.trimEnd()}\n\n${downloadsAsText(links)}\n`,
  };
}

/** One message to send: to one recipient, or to all of them together. */
export interface PlannedMail extends PlannedMessage {
  recipients: MailAddress[];
  plan: MailPlan;
  sender: Sender;
  dkim: MailContent['dkim'];
}

/** A marketing message has one recipient, who gets a personal link. */
async function linkOf(ctx: WorkContext, { executionId, recipients, plan }: PlannedMail): Promise<string> {
  const [recipient] = recipients;
  if (!plan.isMarketing || !recipient) return '';
  return unsubscribeUrl(ctx, { executionId, address: recipient.address, locale: plan.locale });
}

const textsOf = (plan: MailPlan): MailPlan['texts'] =>
  plan.isMarketing && !plan.keepsLink
    ? keepUnsubscribeLink(plan.texts, plan.secret, plan.locale).texts
    : plan.texts;

/** The message as recipients see it; `filesFit`: whether its files are attached or become links. */
export async function composeMail(
  ctx: WorkContext,
  planned: PlannedMail,
  filesFit: boolean,
): Promise<MailContent> {
  const { executionId, position, recipients, plan, dkim } = planned;
  const url = await linkOf(ctx, planned);
  const downloads = await linksOf(ctx, executionId, plan.linked);
  const filled = fillMail(textsOf(plan), plan.secret, { unsubscribeUrl: url, downloads });
  const late = filesFit ? [] : await linksOf(ctx, executionId, plan.attached);
  return {
    messageId: messageIdOf(plan, executionId, position),
    date: ctx.now(),
    from: plan.from,
    to: plan.isMarketing ? recipients : plan.to,
    cc: plan.cc,
    replyTo: plan.replyTo,
    subject: filled.subject,
    html: filled.html,
    text: filled.text,
    ...(late.length > 0 && withLinks(filled, late)),
    attachments: filesFit ? await bytesOf(ctx, plan.attached) : [],
    headers: plan.isMarketing ? listHeaders(url) : {},
    dkim,
  };
}
