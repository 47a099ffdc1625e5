import type { DeliveryResult, MailContent } from './mail.ts';
import { type Message, textOf } from './messages/message.ts';

export const mailboxProviders = ['google', 'microsoft'] as const;
export type MailboxProvider = (typeof mailboxProviders)[number];

export type MailboxErrorKind =
  /** The response does not belong to our request; the owner has to start over. */
  | 'refused'
  /** The owner or the provider has withdrawn access: the mailbox has to be connected again. */
  | 'revoked'
  /** No usable response; a temporary problem. */
  | 'away';

/** Its message is shown to people and contains no part of a token or code. */
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

/** The secret values that the provider's response is checked against. */
export interface OAuthVerification {
  verifier: string;
  nonce: string;
}

/** The provider's redirect back to us. */
export interface MailboxAnswer {
  state: string;
  code?: string | undefined;
  error?: string | undefined;
  /** The issuer named in the response. */
  iss?: string | undefined;
}

export interface MailboxTokens {
  accessToken: string;
  expiresInMs: number;
  /** A new refresh token may come with each access token and replaces the old one. */
  refreshToken: string;
}

/** A complete message. It has no envelope: exactly those in `to`, `cc` and `bcc` get it. */
export interface MailboxMail extends MailContent {
  bcc: MailContent['to'];
}

/** `login_refused`: the access token was rejected, and nothing was sent. */
export type MailboxDeliveryResult = DeliveryResult | { state: 'login_refused' };

/** Mailboxes at Google and Microsoft. Every method except `send` rejects only with `MailboxError`. */
export interface MailboxHost {
  /** Whether the operator has registered us there. */
  isSetUp(provider: MailboxProvider): boolean;
  /** The URL where the owner of a mailbox grants access. */
  begin(provider: MailboxProvider, state: string): Promise<{ url: string; proof: OAuthVerification }>;
  finish(
    provider: MailboxProvider,
    answer: MailboxAnswer,
    proof: OAuthVerification,
  ): Promise<{ address: string; tokens: MailboxTokens }>;
  refresh(provider: MailboxProvider, refreshToken: string): Promise<MailboxTokens>;
  /**
   * `beforeData` is called after connecting and before the message's first byte; `false` cancels the message.
   * Provider errors are outcomes, never exceptions.
   */
  send(
    provider: MailboxProvider,
    accessToken: string,
    mail: MailboxMail,
    call: { storeId: string; beforeData: () => Promise<boolean>; timeoutMs: number },
  ): Promise<MailboxDeliveryResult>;
}
