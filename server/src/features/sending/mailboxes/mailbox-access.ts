import { setTimeout as sleep } from 'node:timers/promises';
import { MailboxError, type MailboxHost } from '../../../kernel/mailbox.ts';
import type { Context } from '../../../kernel/operation.ts';
import { retryWhileDatabaseDown } from '../../delivery/ledger/retry-while-database-down.ts';
import { type HeldTokens, isFresh, mailboxPlace, mailboxTokens } from './mailboxes.rules.ts';
import {
  claimRefresh,
  findHeld,
  keepToken,
  loseMailbox,
  releaseRefresh,
  type StoredInputRow,
} from './mailboxes.store.ts';

/** Longer than asking a provider for a token takes, at its slowest. */
const LEASE_MS = 25_000;
const PATIENCE_MS = 15_000;
const LOOK_MS = 100;

type Ctx = Pick<Context, 'db' | 'vault' | 'now'> & { mailboxes: Pick<MailboxHost, 'refresh'> };

/** A token to send with, or why there is none; `again`: there may be one later. */
export type MailboxAccess = { accessToken: string } | { sentence: string; again: boolean };

const GONE = { sentence: 'the sender of this step does not exist any more', again: false };

const lost = (sentence: string) => ({
  sentence: `${sentence}: connect it again on the Senders page`,
  again: false,
});

/**
 * Asks the provider for a new token. The row says who does, and not a lock: no transaction waits for a provider. A
 * token that was rotated exists only here until it is written down.
 */
async function renewed(ctx: Ctx, id: string, row: StoredInputRow, held: HeldTokens): Promise<MailboxAccess> {
  const { provider, revision } = row;
  const vault = await ctx.vault.unlock();
  try {
    const { expiresInMs, ...tokens } = await ctx.mailboxes.refresh(provider, held.refreshToken);
    const expiresAt = new Date(ctx.now().getTime() + expiresInMs).toISOString();
    const sealed = vault.seal(mailboxPlace(id), mailboxTokens.write({ ...tokens, expiresAt }));
    await retryWhileDatabaseDown(() => keepToken(ctx.db, id, revision, sealed));
    return { accessToken: tokens.accessToken };
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    if (error.kind === 'away') {
      await retryWhileDatabaseDown(() => releaseRefresh(ctx.db, id, revision));
      return { sentence: error.message, again: true };
    }
    await retryWhileDatabaseDown(() => loseMailbox(ctx.db, id, revision));
    return lost(error.message);
  }
}

/** What a mailbox is sent from with; `refused` is a token that the provider does not take any more. */
export async function accessToMailbox(ctx: Ctx, id: string, refused: string | null): Promise<MailboxAccess> {
  const until = performance.now() + PATIENCE_MS;
  const vault = await ctx.vault.unlock();
  for (;;) {
    const row = await findHeld(ctx.db, id);
    if (!row) return GONE;
    if (row.status === 'reconnect') return lost('this mailbox is not connected any more');
    const held = mailboxTokens.read(vault.open(mailboxPlace(id), row.token));
    if (held.accessToken !== refused && isFresh(held, ctx.now())) return { accessToken: held.accessToken };
    if (await claimRefresh(ctx.db, id, row.revision, LEASE_MS)) return renewed(ctx, id, row, held);
    if (performance.now() > until)
      return { sentence: 'the login of this mailbox is being renewed', again: true };
    await sleep(LOOK_MS);
  }
}

/** For a provider that does not take even a new token. */
export async function giveUpMailbox(ctx: Pick<Context, 'db'>, id: string): Promise<void> {
  const row = await findHeld(ctx.db, id);
  if (row) await retryWhileDatabaseDown(() => loseMailbox(ctx.db, id, row.revision));
}
