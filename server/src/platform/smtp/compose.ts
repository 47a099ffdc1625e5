import { createPrivateKey } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailAddress, OutgoingMail } from '../../kernel/mail.ts';
import { oneLine, plainAddress, plainFilename, plainMediaType } from './texts.ts';

/** A message that cannot be sent as it is, whenever it is tried. `message` reaches a person. */
export class Unsendable extends Error {}

export interface ComposedMail {
  envelope: { from: string; to: string };
  bytes: Buffer;
}

/** The signer's own list leaves out the one-click header, and then anybody could add it. */
const SIGNED_HEADERS = [
  ...['from', 'sender', 'reply-to', 'subject', 'date', 'message-id', 'to', 'cc'],
  ...['mime-version', 'content-type', 'content-transfer-encoding'],
  ...['list-unsubscribe', 'list-unsubscribe-post'],
].join(':');

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,75}$/;
/** They are made from the message's own members, or tell how it is built. */
const OWN_HEADERS =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|return-path|received|dkim-.*|mime-.*|content-.*|resent-.*)$/i;
const MESSAGE_ID = /^<[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9.-]+>$/i;

/** As it goes over the wire, signed if it is to be. Reads no file and no url, whatever the content says. */
export async function compose(mail: OutgoingMail): Promise<ComposedMail> {
  const envelope = {
    from: checked(mail.envelope.from, 'the sender'),
    to: checked(mail.envelope.to, 'the recipient'),
  };
  if (!MESSAGE_ID.test(mail.messageId)) throw new Unsendable('the Message-ID is not valid');
  const composer = new MailComposer({
    envelope,
    messageId: mail.messageId,
    date: mail.date,
    from: named(mail.from, 'the sender'),
    to: mail.to.map((each) => named(each, 'a recipient')),
    cc: mail.cc.map((each) => named(each, 'a recipient')),
    ...(mail.replyTo && { replyTo: named(mail.replyTo, 'the address for replies') }),
    subject: oneLine(mail.subject),
    html: mail.html,
    text: mail.text,
    headers: plainHeaders(mail.headers),
    attachments: mail.attachments.map(({ filename, contentType, content }) => ({
      filename: plainFilename(filename),
      contentType: plainMediaType(contentType),
      contentDisposition: 'attachment',
      contentTransferEncoding: 'base64',
      content,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const bytes = await composer.compile().build();
  return { envelope, bytes: mail.dkim ? await signed(bytes, mail.dkim) : bytes };
}

function checked(address: string, whose: string): string {
  const plain = plainAddress(address);
  if (plain === null) throw new Unsendable(`the address of ${whose} is not one plain mail address`);
  return plain;
}

const named = ({ name, address }: MailAddress, whose: string) => ({
  name: oneLine(name),
  address: checked(address, whose),
});

function plainHeaders(headers: OutgoingMail['headers']): { key: string; value: string }[] {
  return Object.entries(headers).map(([key, value]) => {
    if (!HEADER_NAME.test(key) || OWN_HEADERS.test(key))
      throw new Unsendable('the message has a header that cannot be set');
    return { key, value: oneLine(value) };
  });
}

async function signed(bytes: Buffer, dkim: NonNullable<OutgoingMail['dkim']>): Promise<Buffer> {
  // With a key it cannot use, the signer would let the message go unsigned.
  if (!isUsableKey(dkim.privateKey)) throw new Unsendable('the DKIM key of the sender cannot be used');
  const signer = new DKIM({
    domainName: dkim.domain,
    keySelector: dkim.selector,
    privateKey: dkim.privateKey,
    headerFieldNames: SIGNED_HEADERS,
  });
  return buffer(signer.sign(bytes));
}

function isUsableKey(privateKey: string): boolean {
  try {
    return createPrivateKey(privateKey).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
