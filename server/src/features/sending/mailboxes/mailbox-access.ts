import { setTimeout as sleep } from 'node:timers/promises';
import { MailboxError, type MailboxHost } from '../../../kernel/mailbox.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import { retryWhileDatabaseDown } from '../../delivery/ledger/retry-while-database-down.ts';
import { isFresh, mailboxSealContext, mailboxTokens, type StoredTokens } from './mailboxes.rules.ts';
import {
  claimRefresh,
  findMailboxToken,
  type MailboxTokenRow,
  markForReconnect,
  releaseRefresh,
  saveToken,
} from './mailboxes.store.ts';

/** Longer than the slowest token request to a provider. */
const LEASE_MS = 25_000;
const PATIENCE_MS = 15_000;
const LOOK_MS = 100;

type MailboxContext = Pick<Context, 'db' | 'vault' | 'now'> & { mailboxes: Pick<MailboxHost, 'refresh'> };

/** A token for sending, or the reason why there is none; `again` is whether there may be one later. */
export type MailboxAccess = { accessToken: string } | { sentence: Message; again: boolean };

const MAILBOX_DELETED = { sentence: message('sender_of_step_deleted'), again: false };

const lostConnection = (sentence: Message) => ({
  sentence: message('mailbox_lost_because', { error: sentence }),
  again: false,
});

/**
 * Requests a new token from the provider. The claim is a column and not a lock, so that no transaction waits
 * for a provider. Until it is stored, a rotated token exists only in this process.
 */
async function renewed(
  ctx: MailboxContext,
  id: string,
  row: MailboxTokenRow,
  held: StoredTokens,
): Promise<MailboxAccess> {
  const { provider, revision } = row;
  const vault = await ctx.vault.unlock();
  try {
    const { expiresInMs, ...tokens } = await ctx.mailboxes.refresh(provider, held.refreshToken);
    const expiresAt = new Date(ctx.now().getTime() + expiresInMs).toISOString();
    const sealed = vault.seal(mailboxSealContext(id), mailboxTokens.write({ ...tokens, expiresAt }));
    await retryWhileDatabaseDown(() => saveToken(ctx.db, id, revision, sealed));
    return { accessToken: tokens.accessToken };
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    if (error.kind === 'away') {
      await retryWhileDatabaseDown(() => releaseRefresh(ctx.db, id, revision));
      return { sentence: error.said, again: true };
    }
    await retryWhileDatabaseDown(() => markForReconnect(ctx.db, id, revision));
    return lostConnection(error.said);
  }
}

/** A token for sending from a mailbox; `refused` is one that the provider no longer accepts. */
export async function accessToMailbox(
  ctx: MailboxContext,
  id: string,
  refused: string | null,
): Promise<MailboxAccess> {
  const until = performance.now() + PATIENCE_MS;
  const vault = await ctx.vault.unlock();
  for (;;) {
    const row = await findMailboxToken(ctx.db, id);
    if (!row) return MAILBOX_DELETED;
    if (row.status === 'reconnect') return lostConnection(message('mailbox_gone'));
    const held = mailboxTokens.read(vault.open(mailboxSealContext(id), row.token));
    if (held.accessToken !== refused && isFresh(held, ctx.now())) return { accessToken: held.accessToken };
    if (await claimRefresh(ctx.db, id, row.revision, LEASE_MS)) return renewed(ctx, id, row, held);
    if (performance.now() > until) return { sentence: message('mailbox_renewing'), again: true };
    await sleep(LOOK_MS);
  }
}

/** Called if the provider rejects even a new token. */
export async function markMailboxForReconnect(ctx: Pick<Context, 'db'>, id: string): Promise<void> {
  const row = await findMailboxToken(ctx.db, id);
  if (row) await retryWhileDatabaseDown(() => markForReconnect(ctx.db, id, row.revision));
}
