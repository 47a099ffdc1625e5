import { bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';
import type { repositoryStatuses } from './repository.schema.ts';

export type RepositoryStatus = (typeof repositoryStatuses)[number];

export interface ConnectedRepository {
  provider: 'github';
  owner: string;
  repository: string;
  branch: string;
  folder: string;
}

export interface ConnectionRow extends ConnectedRepository {
  token: Buffer | null;
  installationId: number | null;
  status: RepositoryStatus;
  lastError: string | null;
  failures: number;
  /** How long until the next try is allowed; 0 or less means now. */
  dueInMs: number;
  lastCommit: string | null;
  lastCommitAt: Date | null;
  connectedAt: Date;
}

const PLACE = 'provider, owner, repository, branch, folder';

const select = briefRead<ConnectionRow>(
  'repository_connection_get',
  `select ${PLACE}, token, installation_id::float8 as "installationId", status, last_error as "lastError", failures,
     (extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as "dueInMs", last_commit as "lastCommit",
     last_commit_at as "lastCommitAt", connected_at as "connectedAt"
   from repository_connections`,
);
const upsert = statement<never>(
  'repository_connection_put',
  `insert into repository_connections (store_id, ${PLACE}, token, installation_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (store_id) do update set owner = excluded.owner, repository = excluded.repository,
     branch = excluded.branch, folder = excluded.folder, token = excluded.token,
     installation_id = excluded.installation_id, status = 'connected', last_error = null, failures = 0, due_at = now(),
     connected_at = now()`,
);
const drop = statement<ConnectedRepository>(
  'repository_connection_delete',
  `delete from repository_connections returning ${PLACE}`,
);
const markFailure = statement<never>(
  'repository_connection_trouble',
  `update repository_connections set status = $1, last_error = $2, failures = failures + 1,
     due_at = clock_timestamp() + make_interval(secs => $3::float8 / 1000)`,
);

export const findConnection = async (db: Queries) => (await db.rows(bind(select)))[0] ?? null;

type Credential = Pick<ConnectionRow, 'token' | 'installationId'>;

export const putConnection = (
  tx: Queries,
  storeId: string,
  { provider, owner, repository, branch, folder, token, installationId }: ConnectedRepository & Credential,
) => tx.rows(bind(upsert, storeId, provider, owner, repository, branch, folder, token, installationId));

/** Also deletes waiting changes. Returns `false` if no repository was connected. */
export const deleteConnection = async (db: Queries) => (await db.rows(bind(drop))).length > 0;

export const recordingFailure = (status: RepositoryStatus, sentence: string, pauseMs: number) =>
  bind(markFailure, status, sentence, pauseMs);

interface OverdueRepository extends Pick<ConnectedRepository, 'provider' | 'owner' | 'repository'> {
  storeId: string;
}

const takeOverdue = statement<OverdueRepository>(
  'repositories_overdue',
  'select "storeId", provider, owner, repository from take_overdue_repositories($1, $2)',
);

/** Reads across stores, through a database function made for this purpose. */
export const claimOverdueRepositories = (outside: Queries, most: number, patienceMs: number) =>
  outside.rows(bind(takeOverdue, most, patienceMs / 1000));
