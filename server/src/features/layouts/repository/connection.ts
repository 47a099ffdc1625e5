import { Refusal } from '../../../kernel/error.ts';
import type { OperatorContext } from '../../../kernel/operation.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { createPush } from '../saving/repository-push.rules.ts';
import { countChanges } from './changes.store.ts';

import type { Connection } from './repository.schema.ts';
import { type ConnectionPlace, findConnection } from './repository.store.ts';

export const notConnected = () => new Refusal('not_found', 'no repository is connected');

/** The connection without its credential. */
export async function connectionOrNull(db: Queries): Promise<Connection | null> {
  const row = await findConnection(db);
  if (!row) return null;
  const { provider, branch, folder, status, lastError, lastCommit, lastCommitAt, connectedAt } = row;
  return {
    ...{ provider, repository: `${row.owner}/${row.repository}`, branch, folder },
    access: row.token === null ? 'installation' : 'token',
    ...{ status, lastError, waiting: await countChanges(db), lastCommit, lastCommitAt, connectedAt },
  };
}

export async function publicConnection(db: Queries): Promise<Connection> {
  const shown = await connectionOrNull(db);
  if (!shown) throw notConnected();
  return shown;
}

/** Pushes changes that waited for a new token. */
export async function announceWaiting(
  { db, engine, storeId, newId }: OperatorContext,
  place: ConnectionPlace,
) {
  if ((await countChanges(db)) === 0) return;
  // If the engine is down the sweep announces them; connecting has worked all the same.
  await engine.push(createPush(storeId, place, newId())).catch(() => undefined);
}
