import { Refusal } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { OperatorContext } from '../../../kernel/operation.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { createPush } from '../saving/repository-push.rules.ts';
import { countQueuedCommits } from './changes.store.ts';
import type { RepositoryConnection } from './repository.schema.ts';
import { type ConnectedRepository, findConnection } from './repository.store.ts';

/** Everywhere alike: a conflict with how the store is set up, not a record that is missing (spec: Layout versions). */
export const notConnected = () => new Refusal('conflict', message('no_repository'));

/** The connection without its credential. */
export async function connectionOrNull(db: Queries): Promise<RepositoryConnection | null> {
  const row = await findConnection(db);
  if (!row) return null;
  const { provider, branch, folder, status, lastError, lastCommit, lastCommitAt, connectedAt } = row;
  return {
    ...{ provider, repository: `${row.owner}/${row.repository}`, branch, folder },
    access: row.token === null ? 'installation' : 'token',
    ...{ status, lastError, waiting: await countQueuedCommits(db), lastCommit, lastCommitAt, connectedAt },
  };
}

export async function publicConnection(db: Queries): Promise<RepositoryConnection> {
  const shown = await connectionOrNull(db);
  if (!shown) throw notConnected();
  return shown;
}

/** Pushes changes that waited for a new token. */
export async function announceWaiting(
  { db, engine, storeId, newId }: OperatorContext,
  place: ConnectedRepository,
) {
  if ((await countQueuedCommits(db)) === 0) return;
  // If the engine is down the sweep announces them; connecting has worked all the same.
  await engine.push(createPush(storeId, place, newId())).catch(() => undefined);
}
