export interface MailAddress {
  name: string;
  address: string;
}

/** A mail server that a store chose. `starttls` means required: nothing is ever said in the clear instead. */
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

/** A complete message for exactly one recipient. What its headers name does not decide who gets it: `envelope` does. */
export interface OutgoingMail extends MailContent {
  envelope: { from: string; to: string };
}

/** What became of a message. The server's trouble is an outcome and never an exception. */
export type Carried =
  | { state: 'sent'; answer: string }
  /**
   * It surely was not accepted. `recipientRefused`: for good, because of this address. `waitMs`: not again before,
   * because the server has said so.
   */
  | { state: 'failed'; sentence: string; again: boolean; recipientRefused: boolean; waitMs?: number }
  /** Its bytes left and no answer came: trying again may send it twice. */
  | { state: 'unknown'; sentence: string }
  /** The server said so before anything was sent. */
  | { state: 'too_large'; maxBytes: number };

export interface MailCarrier {
  /**
   * `line` names those who share connections: each is kept for a second after use, until the line is left.
   * `beforeData` is asked after the recipient was accepted and before the message's first byte; `false`: nothing may
   * leave.
   */
  carry(
    connectionKey: string,
    server: MailServer,
    mail: OutgoingMail,
    beforeData: () => Promise<boolean>,
  ): Promise<Carried>;
  /** When it returns, the line has no connection. */
  disconnect(connectionKey: string): Promise<void>;
  /** Connects, secures and logs in, and sends nothing: what went wrong, for a person, or `null`. */
  greet(server: MailServer): Promise<string | null>;
  close(): Promise<void>;
}
