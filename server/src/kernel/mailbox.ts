import type { Carried, MailContent } from './mail.ts';

export const mailboxProviders = ['google', 'microsoft'] as const;
export type MailboxProvider = (typeof mailboxProviders)[number];

export type MailboxTroubleKind =
  /** What was answered is not what was asked for: somebody has to begin again. */
  | 'refused'
  /** The owner, or the provider, does not let us in any more: the mailbox has to be connected again. */
  | 'revoked'
  /** No answer, or none that can be used; it will pass. */
  | 'away';

/** `message` is a sentence for a person and holds nothing of a token or code. */
export class MailboxTrouble extends Error {
  readonly kind: MailboxTroubleKind;

  constructor(kind: MailboxTroubleKind, message: string) {
    super(message);
    this.name = 'MailboxTrouble';
    this.kind = kind;
  }
}

/** What the provider's answer is held against. Nobody but us may know it. */
export interface MailboxProof {
  verifier: string;
  nonce: string;
}

/** What a provider sends somebody back with. */
export interface MailboxAnswer {
  state: string;
  code?: string | undefined;
  error?: string | undefined;
  /** Who it says it is. */
  iss?: string | undefined;
}

export interface MailboxTokens {
  accessToken: string;
  expiresInMs: number;
  /** A new one may come with every access token; the one before is worth nothing then. */
  refreshToken: string;
}

/** A complete message. There is no envelope: whom `to`, `cc` and `bcc` name gets it, and nobody else. */
export interface MailboxMail extends MailContent {
  bcc: MailContent['to'];
}

/** `login_refused`: the access token is not taken, and surely nothing was sent. */
export type MailboxCarried = Carried | { state: 'login_refused' };

/** Mailboxes at Google and Microsoft. Every method but `send` rejects with `MailboxTrouble` and with nothing else. */
export interface MailboxHost {
  /** Whether the operator has registered us there. */
  isSetUp(provider: MailboxProvider): boolean;
  /** Where the owner of a mailbox is sent to let us in. */
  begin(provider: MailboxProvider, state: string): Promise<{ url: string; proof: MailboxProof }>;
  finish(
    provider: MailboxProvider,
    answer: MailboxAnswer,
    proof: MailboxProof,
  ): Promise<{ address: string; tokens: MailboxTokens }>;
  refresh(provider: MailboxProvider, refreshToken: string): Promise<MailboxTokens>;
  /**
   * `beforeData` is asked once the provider is connected to and before the message's first byte; `false`: nothing may
   * leave. The provider's trouble is an outcome and never an exception.
   */
  send(
    provider: MailboxProvider,
    accessToken: string,
    mail: MailboxMail,
    limits: { beforeData: () => Promise<boolean>; timeoutMs: number },
  ): Promise<MailboxCarried>;
}
