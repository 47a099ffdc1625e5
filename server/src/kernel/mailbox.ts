import type { DeliveryResult, MailContent } from './mail.ts';
import { type Message, textOf } from './messages/message.ts';

export const mailboxProviders = ['google', 'microsoft'] as const;
export type MailboxProvider = (typeof mailboxProviders)[number];

export type MailboxErrorKind =
  /** The answer does not belong to our request: the owner has to start again. */
  | 'refused'
  /** The owner or the provider has withdrawn access: the mailbox has to be connected again. */
  | 'revoked'
  /** No usable answer; a temporary problem. */
  | 'away';

/** What it says is for a person and holds nothing of a token or code. */
export class MailboxError extends Error {
  readonly kind: MailboxErrorKind;
  readonly said: Message;

  constructor(kind: MailboxErrorKind, said: Message) {
    super(textOf(said));
    this.name = 'MailboxError';
    this.said = said;
    this.kind = kind;
  }
}

/** The secret values that the provider's answer is checked against. */
export interface OAuthVerification {
  verifier: string;
  nonce: string;
}

/** The provider's redirect back to us. */
export interface MailboxAnswer {
  state: string;
  code?: string | undefined;
  error?: string | undefined;
  /** The issuer named in the answer. */
  iss?: string | undefined;
}

export interface MailboxTokens {
  accessToken: string;
  expiresInMs: number;
  /** Every access token may come with a new one, which replaces the old. */
  refreshToken: string;
}

/** A complete message. It has no envelope: exactly those in `to`, `cc` and `bcc` get it. */
export interface MailboxMail extends MailContent {
  bcc: MailContent['to'];
}

/** `login_refused`: the access token is not taken, and surely nothing was sent. */
export type MailboxDeliveryResult = DeliveryResult | { state: 'login_refused' };

/** Mailboxes at Google and Microsoft. Every method but `send` rejects with `MailboxError` and with nothing else. */
export interface MailboxHost {
  /** Whether the operator has registered us there. */
  isSetUp(provider: MailboxProvider): boolean;
  /** The address where the owner of a mailbox grants access. */
  begin(provider: MailboxProvider, state: string): Promise<{ url: string; proof: OAuthVerification }>;
  finish(
    provider: MailboxProvider,
    answer: MailboxAnswer,
    proof: OAuthVerification,
  ): Promise<{ address: string; tokens: MailboxTokens }>;
  refresh(provider: MailboxProvider, refreshToken: string): Promise<MailboxTokens>;
  /**
   * `beforeData` is asked after connecting and before the message's first byte; `false` stops it. Errors of the
   * provider are outcomes and never exceptions.
   */
  send(
    provider: MailboxProvider,
    accessToken: string,
    mail: MailboxMail,
    call: { storeId: string; beforeData: () => Promise<boolean>; timeoutMs: number },
  ): Promise<MailboxDeliveryResult>;
}
