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

/** A message as its readers see it. */
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
  /** Such as `List-Unsubscribe`. */
  headers: Readonly<Record<string, string>>;
  dkim: { domain: string; selector: string; privateKey: string } | null;
}

/** A complete message for exactly one recipient. `envelope` decides who gets it, not the headers. */
export interface OutgoingMail extends MailContent {
  envelope: { from: string; to: string };
}

/** The outcome of sending a message. Errors of the server are outcomes and never exceptions. */
export type DeliveryResult =
  /** `providerId`: the name that a provider gave the message. */
  | { state: 'sent'; answer: string; providerId?: string }
  /**
   * It surely was not accepted. `recipientRefused`: permanently, because of this address. `waitMs`: the server asks
   * for no retry before. `answer`: what it said, if it said anything.
   */
  | {
      state: 'failed';
      sentence: Message;
      again: boolean;
      recipientRefused: boolean;
      waitMs?: number;
      answer?: string;
    }
  /** It was sent and no answer came: a retry may send it twice. */
  | { state: 'unknown'; sentence: Message }
  /** The server said so before anything was sent. */
  | { state: 'too_large'; maxBytes: number };

export type FailedDelivery = Extract<DeliveryResult, { state: 'failed' }>;

export interface MailCarrier {
  /**
   * Calls with the same `connectionKey` share connections: each is kept for a second after use, until `disconnect`.
   * `beforeData` is asked after the recipient was accepted and before the message's first byte; `false` stops it.
   */
  carry(
    connectionKey: string,
    server: MailServer,
    mail: OutgoingMail,
    beforeData: () => Promise<boolean>,
  ): Promise<DeliveryResult>;
  /** The message as `carry` would hand it over. */
  compose(mail: OutgoingMail): Promise<{ source: string } | { unsendable: Message }>;
  /** Closes the connections of the key; none is open when it returns. */
  disconnect(connectionKey: string): Promise<void>;
  /** Connects, secures and logs in without sending. Returns a sentence about what went wrong, or `null`. */
  greet(server: MailServer): Promise<Message | null>;
  close(): Promise<void>;
}

/** Gives each store a carrier of its own: TLS sessions are kept for one store. */
export interface MailForStores {
  forStore(storeId: string): MailCarrier;
}
