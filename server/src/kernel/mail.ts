import type { Message } from './messages/message.ts';

export interface MailAddress {
  name: string;
  address: string;
}

/** A mail server that a store chose. `starttls` means required: there is no fallback to plain text. */
export interface MailServer {
  host: string;
  port: number;
  security: 'none' | 'starttls' | 'tls';
  username: string | null;
  password: string | null;
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** The content of a message. */
export interface MailContent {
  messageId: string;
  date: Date;
  from: MailAddress;
  to: MailAddress[];
  cc: MailAddress[];
  replyTo: MailAddress | null;
  subject: string;
  html: string;
  text: string;
  attachments: MailAttachment[];
  /** Extra headers such as `List-Unsubscribe`. */
  headers: Readonly<Record<string, string>>;
  dkim: { domain: string; selector: string; privateKey: string } | null;
}

/** A complete message for exactly one recipient. `envelope` decides who gets it, not the headers. */
export interface OutgoingMail extends MailContent {
  envelope: { from: string; to: string };
}

/** The outcome of sending a message. Errors of the server are outcomes, never exceptions. */
export type DeliveryResult =
  /** `providerId` is the ID that a provider gave the message. */
  | { state: 'sent'; answer: string; providerId?: string }
  /**
   * The email was definitely not accepted. `recipientRefused` means permanently, because of this address.
   * `waitMs` is how long the server asks to wait before a retry. `answer` is the server's response, if any.
   */
  | {
      state: 'failed';
      sentence: Message;
      again: boolean;
      recipientRefused: boolean;
      waitMs?: number;
      answer?: string;
    }
  /** It was sent but no response came, so a retry may send it twice. */
  | { state: 'unknown'; sentence: Message }
  /** The server reported this before anything was sent. */
  | { state: 'too_large'; maxBytes: number };

export type FailedDelivery = Extract<DeliveryResult, { state: 'failed' }>;

export interface MailTransport {
  /**
   * Calls with the same `connectionKey` share connections: each is kept for a second after use, until
   * `disconnect`. `beforeData` is called after the recipient was accepted and before the message's first
   * byte; `false` cancels the message.
   */
  carry(
    connectionKey: string,
    server: MailServer,
    mail: OutgoingMail,
    beforeData: () => Promise<boolean>,
  ): Promise<DeliveryResult>;
  /** The message as `carry` would send it. */
  compose(mail: OutgoingMail): Promise<{ source: string } | { unsendable: Message }>;
  /** Closes the connections of the key; resolves when none is open. */
  disconnect(connectionKey: string): Promise<void>;
  /** Connects, starts TLS and logs in without sending. Returns a message about what went wrong, or `null`. */
  greet(server: MailServer): Promise<Message | null>;
  close(): Promise<void>;
}

/** Gives each store its own transport, because TLS sessions are kept per store. */
export interface MailForStores {
  forStore(storeId: string): MailTransport;
}

const MEDIA_TYPE = /^(?!multipart\/|message\/)[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/i;

/** Removes the parameters, which come from outside. Multipart types would be rebuilt instead of attached. */
export function plainMediaType(type: string): string {
  const plain = type.split(';', 1)[0]?.trim() ?? '';
  return MEDIA_TYPE.test(plain) ? plain : 'application/octet-stream';
}

const COMMON_SUBTYPES: Readonly<Record<string, readonly string[]>> = {
  application: [
    ...['pdf', 'zip', 'gzip', 'json', 'xml', 'rtf', 'msword', 'vnd.ms-excel', 'vnd.ms-powerpoint'],
    'vnd.openxmlformats-officedocument.wordprocessingml.document',
    'vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'vnd.openxmlformats-officedocument.presentationml.presentation',
    ...['vnd.oasis.opendocument.text', 'vnd.oasis.opendocument.spreadsheet', 'vnd.apple.pkpass'],
  ],
  text: ['plain', 'csv', 'tab-separated-values', 'html', 'calendar', 'vcard', 'markdown', 'xml'],
  image: ['png', 'jpeg', 'gif', 'webp', 'avif', 'heic', 'tiff', 'svg+xml'],
  audio: ['mpeg'],
  video: ['mp4'],
};

const COMMON_TYPES: ReadonlySet<string> = new Set(
  Object.entries(COMMON_SUBTYPES).flatMap(([kind, subtypes]) => subtypes.map((each) => `${kind}/${each}`)),
);

/** Allows only the usual types of files, because any other may contain what the server was sent. */
export function commonMediaType(type: string): string {
  const plain = plainMediaType(type).toLowerCase();
  return COMMON_TYPES.has(plain) ? plain : 'application/octet-stream';
}
