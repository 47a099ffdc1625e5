import { OperationError } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { Context, OperatorContext } from '../../../kernel/operation.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { type CodeRepository, type RepositoryAccess, RepositoryError } from '../../../kernel/repository.ts';
import { createPush } from '../saving/repository-push.rules.ts';
import { countQueuedCommits } from './changes.store.ts';
import { tokenSealContext } from './repository.rules.ts';
import type { RepositoryConnection } from './repository.schema.ts';
import { type ConnectedRepository, type ConnectionRow, findConnection } from './repository.store.ts';

/** The same error everywhere: a setup conflict, not a missing record (spec: Layout versions). */
export const notConnected = () => new OperationError('conflict', message('no_repository'));

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
export async function submitWaitingCommits(
  { db, engine, storeId, newId }: OperatorContext,
  place: ConnectedRepository,
) {
  if ((await countQueuedCommits(db)) === 0) return;
  // If the engine is down, the sweep announces them. The connection itself has succeeded.
  await engine.push(createPush(storeId, place, newId())).catch(() => undefined);
}

type RepositoryContext = Pick<Context, 'db' | 'vault' | 'repositories'>;

export interface OpenRepository {
  connection: ConnectionRow;
  repository: CodeRepository;
}

async function accessOf(
  ctx: RepositoryContext,
  { token, installationId }: ConnectionRow,
): Promise<RepositoryAccess> {
  if (token === null) return { kind: 'installation', installationId: installationId as number };
  return { kind: 'token', token: (await ctx.vault.unlock()).open(tokenSealContext, token) };
}

export async function openRepository(ctx: RepositoryContext): Promise<OpenRepository | null> {
  const connection = await findConnection(ctx.db);
  if (!connection) return null;
  const { owner, repository, branch } = connection;
  const access = await accessOf(ctx, connection);
  return { connection, repository: ctx.repositories.open({ owner, repository, branch }, access) };
}

const SECOND_MS = 1_000;

/** Converts a provider error for a waiting caller; it is not an internal error. */
export function toOperationError(error: unknown): unknown {
  if (!(error instanceof RepositoryError)) return error;
  const { said, retryAfterMs } = error;
  const detail = retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / SECOND_MS) };
  return new OperationError('unavailable', said, detail);
}

/**
 * For the endpoints: 409 without a connected repository, 503 when the provider fails
 * (contract: Repository 3).
 */
export async function withRepository<T>(
  ctx: RepositoryContext,
  work: (open: OpenRepository) => Promise<T>,
): Promise<T> {
  const open = await openRepository(ctx);
  if (!open) throw notConnected();
  try {
    return await work(open);
  } catch (error) {
    throw toOperationError(error);
  }
}
