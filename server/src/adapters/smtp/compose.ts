import { isUtf8 } from 'node:buffer';
import { createPrivateKey } from 'node:crypto';
import { Readable } from 'node:stream';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import type MimeNode from 'nodemailer/lib/mime-node';
import { type MailAddress, type MailContent, type OutgoingMail, plainMediaType } from '../../kernel/mail.ts';
import { normalizeMailAddress } from '../../kernel/mail-address.ts';
import type { MailboxMail } from '../../kernel/mailbox.ts';
import { type Message, message, textOf } from '../../kernel/messages/message.ts';
import { serialize } from './serialize.ts';
import type { SharedPrefixEncoder } from './shared-prefix-encoder.ts';
import { oneLine, plainFilename } from './texts.ts';

/** A message that can never be sent as it is. The reason is shown to people. */
export class UnsendableMail extends Error {
  readonly said: Message;

  constructor(said: Message) {
    super(textOf(said));
    this.said = said;
  }
}

interface ComposedPieces {
  /** The chunks as they were created, to avoid one more copy of a large message. */
  pieces: Buffer[];
  size: number;
}

export interface ComposedMail extends ComposedPieces {
  envelope: { from: string; to: string };
}

const PIECE_BYTES = 64 * 1024;

/** The signer's default list omits the one-click headers, so that anyone could add them. */
const SIGNED_HEADERS = [
  ...['from', 'sender', 'reply-to', 'subject', 'date', 'message-id', 'to', 'cc'],
  ...['mime-version', 'content-type', 'content-transfer-encoding'],
  ...['list-unsubscribe', 'list-unsubscribe-post'],
].join(':');

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,75}$/;
/** Headers that are derived from other fields of the message or describe its structure. */
const OWN_HEADERS =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|return-path|received|dkim-.*|mime-.*|content-.*|resent-.*)$/i;
const MESSAGE_ID = /^<[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9.-]+>$/i;

/**
 * Composes the message with its envelope, for a mail server. `alike` has an encoder for each text whose
 * prefix messages of the same email share.
 */
export async function compose(
  mail: OutgoingMail,
  alike?: readonly SharedPrefixEncoder[],
): Promise<ComposedMail> {
  const envelope = {
    from: checkAddress(mail.envelope.from, message('whose_sender')),
    to: checkAddress(mail.envelope.to, message('whose_recipient')),
  };
  return { envelope, ...(await encodeMessage(mail, [], alike)) };
}

/** Composes the message without an envelope, for a mailbox: it includes `Bcc`, which the provider removes. */
export async function composeForMailbox(
  mail: MailboxMail,
): Promise<ComposedPieces | { unsendable: Message }> {
  try {
    return await encodeMessage(mail, mail.bcc);
  } catch (error) {
    if (error instanceof UnsendableMail) return { unsendable: error.said };
    throw error;
  }
}

/** Encodes the message, signed if a key is given. Reads no file and no URL, whatever the content contains. */
async function encodeMessage(
  mail: MailContent,
  bcc: readonly MailAddress[],
  alike?: readonly SharedPrefixEncoder[],
): Promise<ComposedPieces> {
  if (!MESSAGE_ID.test(mail.messageId)) throw new UnsendableMail(message('message_id_invalid'));
  const composer = new MailComposer({
    messageId: mail.messageId,
    date: mail.date,
    from: checkNamedAddress(mail.from, message('whose_sender')),
    to: mail.to.map((each) => checkNamedAddress(each, message('whose_recipient'))),
    cc: mail.cc.map((each) => checkNamedAddress(each, message('whose_recipient'))),
    bcc: bcc.map((each) => checkNamedAddress(each, message('whose_recipient'))),
    ...(mail.replyTo && { replyTo: checkNamedAddress(mail.replyTo, message('whose_replies')) }),
    subject: oneLine(mail.subject),
    html: mail.html,
    text: mail.text,
    headers: plainHeaders(mail.headers),
    attachments: mail.attachments.map(({ filename, contentType, content }) => ({
      filename: plainFilename(filename),
      contentType: withCharset(plainMediaType(contentType), content),
      contentDisposition: 'attachment',
      contentTransferEncoding: 'base64',
      content: Readable.from(piecesOf(content)),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const compiled = composer.compile();
  compiled.keepBcc = bcc.length > 0;
  const pieces = await encode(compiled, serialize(compiled, alike), mail.dkim);
  return { pieces, size: pieces.reduce((sum, piece) => sum + piece.length, 0) };
}

/** Without a charset, programs assume the one that they write themselves. */
const withCharset = (mediaType: string, content: Buffer) =>
  mediaType.startsWith('text/') && isUtf8(content) ? `${mediaType}; charset=utf-8` : mediaType;

/** In chunks: a file encoded as a whole would be in memory several times over. */
function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES);
}

/** `whole` is the message, if it has already been serialized. */
async function encode(message: MimeNode, whole: Buffer | null, dkim: MailContent['dkim']): Promise<Buffer[]> {
  if (dkim) return sign(whole ?? message.createReadStream(), dkim).toArray();
  return whole ? [whole] : message.createReadStream().toArray();
}

function checkAddress(address: string, whose: Message): string {
  const plain = normalizeMailAddress(address);
  if (plain === null) throw new UnsendableMail(message('address_not_plain', { what: whose }));
  return plain;
}

const checkNamedAddress = ({ name, address }: MailAddress, whose: Message) => ({
  name: oneLine(name),
  address: checkAddress(address, whose),
});

function plainHeaders(headers: OutgoingMail['headers']): { key: string; value: string }[] {
  return Object.entries(headers).map(([key, value]) => {
    if (!HEADER_NAME.test(key) || OWN_HEADERS.test(key))
      throw new UnsendableMail(message('header_not_settable'));
    return { key, value: oneLine(value) };
  });
}

function sign(source: Readable | Buffer, dkim: NonNullable<OutgoingMail['dkim']>): Readable {
  // With an unusable key, the signer would leave the message unsigned.
  if (!isUsableKey(dkim.privateKey)) throw new UnsendableMail(message('dkim_key_unusable'));
  const signer = new DKIM({
    domainName: dkim.domain,
    keySelector: dkim.selector,
    privateKey: dkim.privateKey,
    headerFieldNames: SIGNED_HEADERS,
  });
  return signer.sign(source);
}

function isUsableKey(privateKey: string): boolean {
  try {
    return createPrivateKey(privateKey).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
