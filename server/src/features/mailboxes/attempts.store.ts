import type { MailboxProvider } from '../../kernel/mailbox.ts';
import { bind, type Queries, statement } from '../../kernel/ports.ts';

export interface Attempt {
  storeId: string;
  stateHash: Buffer;
  provider: MailboxProvider;
  sessionHash: Buffer;
  sealed: Buffer;
  expiresAt: Date;
}

const dropOld = statement(
  'mailbox_attempts_drop_old',
  'delete from mailbox_attempts where expires_at <= now()',
);
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

export async function keepAttempt(tx: Queries, attempt: Attempt): Promise<void> {
  const { storeId, stateHash, provider, sessionHash, sealed, expiresAt } = attempt;
  await tx.rows(bind(dropOld));
  await tx.rows(bind(insert, storeId, stateHash, provider, sessionHash, sealed, expiresAt));
}

/** Whoever gets it is the only one who ever does. */
export const takeAttempt = async (db: Queries, stateHash: Buffer, sessionHash: Buffer) =>
  (await db.rows(bind(take, stateHash, sessionHash)))[0] ?? null;
