import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../../kernel/engine.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import { type CodeRepository, RepositoryError } from '../../../kernel/repository.ts';
import { recordSignal } from '../../access/signals/signals.store.ts';
import { unpackSnapshot } from '../content/version-snapshot.ts';
import { createPush } from '../saving/repository-push.rules.ts';
import {
  findQueuedCommit,
  finishQueuedCommit,
  oldestQueuedCommit,
  type QueuedCommit,
  recordCommitAttempt,
} from './changes.store.ts';
import { type OpenRepository, openRepository } from './connection.ts';
import { filesOf } from './layout-files.rules.ts';
import { folderOfLayout, pauseAfter } from './repository.rules.ts';
import { type ConnectedRepository, findConnection, recordingFailure } from './repository.store.ts';

export interface PushContext extends Context {
  readonly engine: Engine;
  /** How long to wait after the first, the second, … failed try. */
  readonly schedule: readonly number[];
}

/** Short enough for a worker to finish when it is stopped. The next submission continues with the rest. */
const LONGEST_MS = 40_000;
/** A round fails when someone else commits first. */
const MAX_ROUNDS = 20;

/** Consecutive failures after which people are notified about an unreachable repository. */
const FAILURES_BEFORE_NOTICE = 5;

/**
 * Most failures resolve within moments. During longer ones, the change waits without holding the repository.
 */
const QUICK_PAUSES_MS = [100, 400];

const isUnreachable = (error: unknown) => error instanceof RepositoryError && error.kind === 'away';

/** For calls that are safe to repeat. */
async function withRetries<T>(ask: () => Promise<T>): Promise<T> {
  for (const pause of QUICK_PAUSES_MS) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
    await sleep(pause);
  }
  return ask();
}

async function findRecordedCommit(repository: CodeRepository, head: string, tried: readonly string[]) {
  for (const sha of tried) if (await withRetries(() => repository.holds(head, sha))) return sha;
  return null;
}

/**
 * Tries to move the branch and returns whether it is known to have moved; without a response, the next round finds out.
 */
const tryAdvanceBranch = (repository: CodeRepository, sha: string) =>
  repository.advance(sha).catch((error) => {
    if (isUnreachable(error)) return false;
    throw error;
  });

async function commitOf(
  ctx: PushContext,
  { connection }: OpenRepository,
  change: QueuedCommit,
  parent: string,
) {
  const { layoutId, snapshot, summary, authorName, madeAt } = change;
  return {
    parent,
    folder: folderOfLayout(connection.folder, layoutId),
    files: snapshot === null ? [] : filesOf(await unpackSnapshot(snapshot)),
    message: summary,
    author: { name: authorName, email: `noreply@${new URL(ctx.baseUrl).hostname}`, at: madeAt },
  };
}

/**
 * Commits a change to the branch exactly once, even if other processes try the same or a process stops
 * halfway (contract: Repository 1). A commit is recorded before the branch moves to it. The branch moves only
 * from the head that the commit was based on, after checking that this head contains none of the commits
 * recorded before.
 */
async function commitChangeOnce(ctx: PushContext, open: OpenRepository, first: QueuedCommit): Promise<void> {
  const { repository } = open;
  let change: QueuedCommit | null = first;
  for (let round = 0; change && round < MAX_ROUNDS; round++) {
    const head = await withRetries(() => repository.head());
    const held = await findRecordedCommit(repository, head, change.tried);
    if (held) {
      await finishQueuedCommit(ctx.db, change, held);
      return;
    }
    const next = await commitOf(ctx, open, change, head);
    const sha = await withRetries(() => repository.commit(next));
    if ((await recordCommitAttempt(ctx.db, change, sha)) && (await tryAdvanceBranch(repository, sha))) {
      await finishQueuedCommit(ctx.db, change, sha);
      return;
    }
    change = await findQueuedCommit(ctx.db, change.position);
  }
  if (change) throw new RepositoryError('away', message('branch_keeps_moving'));
}

/** `reconnect`: retrying helps only after a person has acted. `waiting`: retrying is enough. */
const statusFor = ({ kind }: RepositoryError) =>
  kind === 'refused' || kind === 'missing' ? 'reconnect' : 'waiting';

async function waitOut(ctx: PushContext, trouble: RepositoryError) {
  const connection = await findConnection(ctx.db);
  if (!connection) return;
  const pauseMs = Math.max(pauseAfter(connection.failures, ctx.schedule), trouble.retryAfterMs ?? 0);
  const status = statusFor(trouble);
  const isTold = status === 'reconnect' || connection.failures + 1 >= FAILURES_BEFORE_NOTICE;
  const signal = { reason: 'repository_refused', detail: '' } as const;
  await ctx.db.batch([
    recordingFailure(status, trouble.message, pauseMs),
    ...(isTold ? [recordSignal(ctx.storeId, 'repository', signal, ctx.now())] : []),
  ]);
  await submitAgain(ctx, connection, pauseMs);
}

const submitAgain = (ctx: PushContext, connection: ConnectedRepository, delayMs: number) =>
  ctx.engine.push(createPush(ctx.storeId, connection, ctx.newId()), delayMs);

/** Commits a store's changes to its repository, oldest first, until one fails or time is up. */
export async function pushChanges(ctx: PushContext): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  try {
    for (let change = await oldestQueuedCommit(ctx.db); change; change = await oldestQueuedCommit(ctx.db)) {
      // Opened for each change, because another repository may have been connected in the meantime.
      const open = await openRepository(ctx);
      if (!open || open.connection.dueInMs > 0) return;
      if (performance.now() > until) return void (await submitAgain(ctx, open.connection, 0));
      await commitChangeOnce(ctx, open, change);
    }
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    await waitOut(ctx, error);
  }
}
