import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../../kernel/engine.ts';
import type { Context } from '../../../kernel/operation.ts';
import { type CodeRepository, RepositoryError } from '../../../kernel/repository.ts';
import { unpackSnapshot } from '../content/version-snapshot.ts';
import { createPush } from '../saving/repository-push.rules.ts';
import { type Change, endChange, findChange, oldestChange, recordTry } from './changes.store.ts';
import { filesOf } from './layout-files.rules.ts';
import { type OpenRepository, openRepository } from './open-repository.ts';
import { folderOfLayout, pauseAfter } from './repository.rules.ts';
import { type ConnectionPlace, findConnection, recordFailure } from './repository.store.ts';

export interface PushContext extends Context {
  readonly engine: Engine;
  /** How long to wait after the first, the second, … try that failed. */
  readonly schedule: readonly number[];
}

/** A worker that is told to end waits this long for what is under way; the rest comes with the next submission. */
const LONGEST_MS = 40_000;
/** Each lost round was somebody else's commit. */
const MAX_ROUNDS = 20;

/** What fails once mostly works the next moment; what does not is waited out without holding the repository. */
const QUICK_PAUSES_MS = [100, 400];

const isAway = (error: unknown) => error instanceof RepositoryError && error.kind === 'away';

/** For calls that change nothing when they are repeated. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const pause of QUICK_PAUSES_MS) {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error)) throw error;
    }
    await sleep(pause);
  }
  return ask();
}

async function heldBy(repository: CodeRepository, head: string, tried: readonly string[]) {
  for (const sha of tried) if (await patiently(() => repository.holds(head, sha))) return sha;
  return null;
}

/** Whether the branch moved as far as we were told; if we were not, the next round sees. */
const advanced = (repository: CodeRepository, sha: string) =>
  repository.advance(sha).catch((error) => {
    if (isAway(error)) return false;
    throw error;
  });

function commitOf(ctx: PushContext, { connection }: OpenRepository, change: Change, parent: string) {
  const { layoutId, snapshot, summary, authorName, madeAt } = change;
  return {
    parent,
    folder: folderOfLayout(connection.folder, layoutId),
    files: snapshot === null ? [] : filesOf(unpackSnapshot(snapshot)),
    message: summary,
    author: { name: authorName, email: `noreply@${new URL(ctx.baseUrl).hostname}`, at: madeAt },
  };
}

/**
 * Makes a change a commit of the branch, once, whoever else tries the same and wherever one was stopped. A commit is
 * written down before the branch is moved to it; the branch moves only from the head that the commit was made on, and
 * that head was seen not to hold any commit written down before.
 */
async function bring(ctx: PushContext, open: OpenRepository, first: Change): Promise<void> {
  const { repository } = open;
  let change: Change | null = first;
  for (let round = 0; change && round < MAX_ROUNDS; round++) {
    const head = await patiently(() => repository.head());
    const held = await heldBy(repository, head, change.tried);
    if (held) {
      await endChange(ctx.db, change, held);
      return;
    }
    const next = commitOf(ctx, open, change, head);
    const sha = await patiently(() => repository.commit(next));
    if ((await recordTry(ctx.db, change, sha)) && (await advanced(repository, sha))) {
      await endChange(ctx.db, change, sha);
      return;
    }
    change = await findChange(ctx.db, change.position);
  }
  if (change)
    throw new RepositoryError('away', 'the branch could not be moved to a new commit in many tries');
}

/** When a person has to act, trying again helps only if they did; when not, it is what helps. */
const statusFor = ({ kind }: RepositoryError) =>
  kind === 'refused' || kind === 'missing' ? 'reconnect' : 'waiting';

async function waitOut(ctx: PushContext, trouble: RepositoryError) {
  const connection = await findConnection(ctx.db);
  if (!connection) return;
  const pauseMs = Math.max(pauseAfter(connection.failures, ctx.schedule), trouble.retryAfterMs ?? 0);
  await recordFailure(ctx.db, statusFor(trouble), trouble.message, pauseMs);
  await submitAgain(ctx, connection, pauseMs);
}

const submitAgain = (ctx: PushContext, connection: ConnectionPlace, delayMs: number) =>
  ctx.engine.push(createPush(ctx.storeId, connection, ctx.newId()), delayMs);

/** Brings a store's changes to its repository, oldest first, for as long as that goes well. */
export async function pushChanges(ctx: PushContext): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  try {
    for (let change = await oldestChange(ctx.db); change; change = await oldestChange(ctx.db)) {
      // Opened for each anew: it may have been connected elsewhere meanwhile.
      const open = await openRepository(ctx);
      if (!open || open.connection.dueInMs > 0) return;
      if (performance.now() > until) return void (await submitAgain(ctx, open.connection, 0));
      await bring(ctx, open, change);
    }
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    await waitOut(ctx, error);
  }
}
