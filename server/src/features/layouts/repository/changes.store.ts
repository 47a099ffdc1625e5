import { bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';
import type { CommitRequest } from '../saving/enqueue-commit.store.ts';

export interface QueuedCommit extends CommitRequest {
  position: string;
  madeAt: Date;
  /** Commits made for it that may be on the branch. */
  tried: string[];
}

const CHANGE = `position::text, layout_id as "layoutId", snapshot, author_name as "authorName", summary,
  made_at as "madeAt", tried`;

const oldest = briefRead<QueuedCommit>(
  'repository_change_oldest',
  `select ${CHANGE} from repository_changes order by store_id, repository_changes.position limit 1`,
);
const selectOne = briefRead<QueuedCommit>(
  'repository_change_get',
  `select ${CHANGE} from repository_changes where position = $1::bigint`,
);
const addTry = statement<{ position: string }>(
  'repository_change_try',
  `update repository_changes set tried = tried || $3::text
   where position = $1::bigint and cardinality(tried) = $2 returning position::text`,
);
const finish = statement<never>(
  'repository_change_done',
  `with done as (delete from repository_changes where position = $1::bigint returning store_id)
   update repository_connections c
   set last_commit = $2, last_commit_at = clock_timestamp(), status = 'connected', last_error = null, failures = 0
   from done where c.store_id = done.store_id`,
);
const count = statement<{ waiting: number }>(
  'repository_changes_count',
  'select count(*)::int as waiting from repository_changes',
);
const drop = statement<never>('repository_changes_drop', 'delete from repository_changes');

export const oldestQueuedCommit = async (db: Queries) => (await db.rows(bind(oldest)))[0] ?? null;

export const findQueuedCommit = async (db: Queries, position: string) =>
  (await db.rows(bind(selectOne, position)))[0] ?? null;

/** `false` if another worker has recorded an attempt or finished the change since `change` was read. */
export const recordCommitAttempt = async (db: Queries, change: QueuedCommit, sha: string) =>
  (await db.rows(bind(addTry, change.position, change.tried.length, sha))).length > 0;

export const finishQueuedCommit = (db: Queries, { position }: QueuedCommit, sha: string) =>
  db.rows(bind(finish, position, sha));

export const countQueuedCommits = async (db: Queries) => (await db.rows(bind(count)))[0]?.waiting ?? 0;

export const dropQueuedCommits = (db: Queries) => db.rows(bind(drop));
