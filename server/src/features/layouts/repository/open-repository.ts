import { Refusal } from '../../../kernel/error.ts';
import type { Context } from '../../../kernel/operation.ts';
import { type CodeRepository, type RepositoryAccess, RepositoryError } from '../../../kernel/repository.ts';
import { notConnected } from './connection.ts';
import { tokenSealContext } from './repository.rules.ts';
import { type ConnectionRow, findConnection } from './repository.store.ts';

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

/** For a caller who waits: an error of the provider is not a fault of ours. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof RepositoryError)) return error;
  const { said, retryAfterMs } = error;
  const detail = retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / SECOND_MS) };
  return new Refusal('unavailable', said, detail);
}

/** For the endpoints: 409 when nothing is connected, 503 when the provider fails (contract: Repository 3). */
export async function withRepository<T>(
  ctx: RepositoryContext,
  work: (open: OpenRepository) => Promise<T>,
): Promise<T> {
  const open = await openRepository(ctx);
  if (!open) throw notConnected();
  try {
    return await work(open);
  } catch (error) {
    throw asRefusal(error);
  }
}
