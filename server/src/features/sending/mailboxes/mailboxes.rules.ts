import { z } from 'zod';
import { OperationError } from '../../../kernel/error.ts';
import type { OAuthVerification } from '../../../kernel/mailbox.ts';
import { MailboxError, type MailboxProvider } from '../../../kernel/mailbox.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { SealContext } from '../../../kernel/ports.ts';
import { versioned } from '../../../kernel/versioned.ts';

const storedTokens = z.object({ accessToken: z.string(), refreshToken: z.string(), expiresAt: z.string() });

/** The credentials for sending from a mailbox; stored sealed. */
export type StoredTokens = z.output<typeof storedTokens>;

export const mailboxTokens = versioned<StoredTokens>('login of a mailbox', storedTokens);

export const mailboxProofs = versioned<OAuthVerification>(
  'connection of a mailbox',
  z.object({ verifier: z.string(), nonce: z.string() }),
);

/** A token must not expire while a message is being sent with it. */
const MARGIN_MS = 60_000;

export const isFresh = ({ expiresAt }: StoredTokens, now: Date) =>
  Date.parse(expiresAt) - now.getTime() > MARGIN_MS;

export const mailboxSealContext = (id: string): SealContext => ({ table: 'mailboxes', name: id });

export const attemptSealContext = (stateHash: Buffer): SealContext => ({
  table: 'mailbox_attempts',
  name: stateHash.toString('hex'),
});

/**
 * The OAuth `state`: identifies the store that the person came from. Without the matching session it is
 * useless.
 */
export const stateOf = (storeId: string, random: Buffer) => `${storeId}.${random.toString('base64url')}`;

const names: Record<MailboxProvider, string> = { google: 'Google', microsoft: 'Microsoft' };

export const providerNotConfigured = (provider: MailboxProvider) =>
  new OperationError('conflict', message('provider_not_set_up_ask', { name: names[provider] }));

/** One message for every reason, so that no one learns of another person's attempt. */
export const unknownConnectionAttempt = () => new OperationError('conflict', message('connection_expired'));

/** Converts a provider's error to the response for the person waiting. */
export function toOperationError(error: unknown): unknown {
  if (!(error instanceof MailboxError)) return error;
  return new OperationError(error.kind === 'away' ? 'unavailable' : 'conflict', error.said);
}
