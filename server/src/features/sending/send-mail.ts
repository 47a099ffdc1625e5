import { buffer } from 'node:stream/consumers';
import type { JsonObject } from '../../kernel/json.ts';
import type { Carried, MailAddress, MailAttachment, OutgoingMail } from '../../kernel/mail.ts';
import { downloadUrl } from '../downloads/index.ts';
import { createMasker } from '../history/masking.rules.ts';
import { type Message, persistently, type Sent, type WorkContext } from '../ledger/index.ts';
import { filledMail } from '../mails/index.ts';
import { type Download, downloadsAsHtml, downloadsAsText } from '../mails/stand-ins.rules.ts';
import { reserveQuota, returnQuota } from '../quota/index.ts';
import { findDkimKey, findSender, type Sender } from '../senders/index.ts';
import { suppress, unsubscribedAmong, unsubscribeUrl } from '../unsubscribes/index.ts';
import type { MailPlan, PlannedFile } from './mail-plan.ts';
import { notLinked } from './plan-files.ts';

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** The same however often it is made, so that a person can look for it where it should have arrived. */
const messageIdOf = (executionId: string, position: number, from: MailAddress) =>
  `<${executionId}.${position}@${domainOf(from.address)}>`;

/** RFC 8058: one address, and a POST to it is all that it takes. */
const listHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Files that are gone since are left out: the mail itself was promised, and its text says what it says. */
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
): Promise<Download[]> {
  const links: Download[] = [];
  for (const { filename, key, url } of files) {
    const address = url ?? (await downloadUrl(ctx, { executionId, fileKey: key as string, filename }));
    links.push({ filename, url: address });
  }
  return links;
}

/** At the very end, where there was no place made for them. */
function withLinks(mail: { html: string; text: string }, links: readonly Download[]) {
  const at = mail.html.toLowerCase().lastIndexOf('</body>');
  const place = at < 0 ? mail.html.length : at;
  const block = `<p style="text-align:center;font-size:13px">${downloadsAsHtml(links)}</p>`;
  return {
    html: mail.html.slice(0, place) + block + mail.html.slice(place),
    text: `${mail.text.trimEnd()}\n\n${downloadsAsText(links)}\n`,
  };
}

interface Letter extends Message {
  recipient: MailAddress;
  plan: MailPlan;
  sender: Sender;
}

async function composed(ctx: WorkContext, letter: Letter, filesFit: boolean): Promise<OutgoingMail> {
  const { executionId, position, recipient, plan, sender } = letter;
  const url = plan.isMarketing
    ? await unsubscribeUrl(ctx, { executionId, address: recipient.address, locale: plan.locale })
    : '';
  const downloads = await linksOf(ctx, executionId, plan.linked);
  const filled = filledMail(plan.texts, plan.secret, { unsubscribeUrl: url, downloads });
  const late = filesFit ? [] : await linksOf(ctx, executionId, plan.attached);
  return {
    envelope: { from: sender.from.address, to: recipient.address },
    messageId: messageIdOf(executionId, plan.isMarketing ? position : 0, sender.from),
    date: ctx.now(),
    from: plan.from,
    to: plan.isMarketing ? [recipient] : plan.to,
    cc: plan.cc,
    replyTo: plan.replyTo,
    subject: filled.subject,
    html: filled.html,
    text: filled.text,
    ...(late.length > 0 && withLinks(filled, late)),
    attachments: filesFit ? await bytesOf(ctx, plan.attached) : [],
    headers: plan.isMarketing ? listHeaders(url) : {},
    dkim: await findDkimKey(ctx, sender.from.address),
  };
}

/** Carries the message; if the server does not take so much, its files become links. */
async function carried(
  ctx: WorkContext,
  letter: Letter,
  beforeData: () => Promise<boolean>,
): Promise<Carried> {
  const { sender, plan, line } = letter;
  const first = await ctx.mail.carry(line, sender.server, await composed(ctx, letter, true), beforeData);
  if (first.state !== 'too_large' || plan.attached.length === 0) return first;
  if (plan.attached.some(({ neverLinked }) => neverLinked)) {
    const reason = `the server takes mails of at most ${first.maxBytes} bytes`;
    // File names are made of variables.
    const sentence = notLinked('an attachment', reason);
    return { state: 'failed', sentence, again: false, recipientRefused: false };
  }
  return ctx.mail.carry(line, sender.server, await composed(ctx, letter, false), beforeData);
}

/** What a server says often names the address, and history does not. */
const withoutAddress = (sentence: string, { name, address }: MailAddress) =>
  createMasker({
    personal: [
      { kind: 'email', value: address },
      { kind: 'name', value: name },
    ],
  }).text(sentence).value;

async function outcomeOf(ctx: WorkContext, { recipient }: Letter, result: Carried): Promise<Sent> {
  switch (result.state) {
    case 'sent':
      return { state: 'sent' };
    case 'unknown':
      return result;
    case 'too_large':
      return {
        state: 'failed',
        sentence: `the server takes mails of at most ${result.maxBytes} bytes`,
        again: false,
      };
    case 'failed':
      if (result.recipientRefused)
        await persistently(() => suppress(ctx, recipient.address, result.sentence));
      return {
        state: 'failed',
        sentence: withoutAddress(result.sentence, recipient),
        again: result.again,
      };
  }
}

/** One message of a mail, to one recipient, within the store's quota. */
export async function sendMail(
  ctx: WorkContext,
  given: JsonObject,
  message: Message,
  beforeData: () => Promise<boolean>,
): Promise<Sent> {
  const plan = given as unknown as MailPlan;
  const { executionId, position } = message;
  const recipient = plan.messages[position - 1];
  const failed = (sentence: string): Sent => ({ state: 'failed', sentence, again: false });
  if (!recipient) return failed('the plan of this step does not know this message');
  const [sender, unsubscribed] = await Promise.all([
    findSender(ctx, plan.senderId),
    // Hours may have passed since it was planned.
    unsubscribedAmong(ctx, plan.isMarketing ? [recipient.address] : []),
  ]);
  if (!sender) return failed('the sender of this step does not exist any more');
  if (unsubscribed.size > 0) return failed('unsubscribed before it was sent');
  const hasRoom = await reserveQuota(ctx.db, ctx.storeId, executionId, position);
  if (!hasRoom) return failed('quota used up');
  const letter: Letter = { ...message, recipient, plan, sender };
  const sent = await outcomeOf(ctx, letter, await carried(ctx, letter, beforeData));
  if (sent.state === 'failed') await persistently(() => returnQuota(ctx.db, executionId, position));
  return sent;
}
