import type { MailboxProvider } from '../../../kernel/mailbox.ts';
import { bind, type Queries, statement } from '../../../kernel/ports.ts';
import type { RetentionRule } from '../../../kernel/retention.ts';

export const EXPIRED_ATTEMPTS: RetentionRule = { table: 'mailbox_attempts', where: 'expires_at <= now()' };

export interface ConnectionAttempt {
  storeId: string;
  stateHash: Buffer;
  provider: MailboxProvider;
  sessionHash: Buffer;
  sealed: Buffer;
  expiresAt: Date;
}

const insert = statement(
  'mailbox_attempt_insert',
  `insert into mailbox_attempts (store_id, state_hash, provider, session_hash, sealed, expires_at)
   values ($1, $2, $3, $4, $5, $6)`,
);
const take = statement<{ provider: MailboxProvider; sealed: Buffer }>(
  'mailbox_attempt_take',
  `delete from mailbox_attempts where state_hash = $1 and session_hash = $2 and expires_at > now()
   returning provider, sealed`,
);

export const insertAttempt = (db: Queries, attempt: ConnectionAttempt) => {
  const { storeId, stateHash, provider, sessionHash, sealed, expiresAt } = attempt;
  return db.rows(bind(insert, storeId, stateHash, provider, sessionHash, sealed, expiresAt));
};

/** An attempt can be used only once. */
export const consumeAttempt = async (db: Queries, stateHash: Buffer, sessionHash: Buffer) =>
  (await db.rows(bind(take, stateHash, sessionHash)))[0] ?? null;
