import { bind, type Queries, statement } from '../../../kernel/ports.ts';
import type { ActionType, Status } from '../../records/history/history.schema.ts';

/** An input may be 2 MB, and a whole page is in memory at once. */
const PAGE = 20;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The input of a step while it is kept, with its execution. */
export interface StoredInput {
  executionId: string;
  sealed: Buffer;
  /** Whether the step has ended or its execution is gone: the input is then no longer needed. */
  hasEnded: boolean;
  actionType: ActionType | null;
  actionConfigName: string | null;
  status: Status | null;
  createdAt: Date;
}

const page = statement<StoredInput>(
  'step_inputs_held',
  `select i.execution_id as "executionId", i.sealed, (e.id is null or e.finished_at is not null) as "hasEnded",
     e.action_type as "actionType", e.action_config_name as "actionConfigName", e.status, i.created_at as "createdAt"
   from step_inputs i left join executions e on e.store_id = i.store_id and e.id = i.execution_id
   where i.execution_id > $1 and i.created_at <= $2 order by i.execution_id limit ${PAGE}`,
);
const erase = statement('step_inputs_erase', 'delete from step_inputs where execution_id = any($1)');

/** Every stored input created by `until`, page by page. */
export async function* storedInputs(db: Queries, until: Date): AsyncGenerator<StoredInput[]> {
  let after = FIRST_ID;
  for (;;) {
    const rows = await db.rows(bind(page, after, until));
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.executionId;
  }
}

export const eraseInputs = (db: Queries, executionIds: readonly string[]) =>
  db.rows(bind(erase, executionIds));

const answers = statement(
  'deliveries_erase_answers',
  `update deliveries set error = regexp_replace(error, $2, '******', 'gi'),
     message = regexp_replace(message::text, $2, '******', 'gi')::json,
     answer = case when not $3::boolean then regexp_replace(answer::text, $2, '******', 'gi')::jsonb end
   where execution_id = any($1) and ended_at is not null and ($3 or answer::text ~* $2 or error ~* $2 or message::text ~* $2)`,
);
const runs = statement(
  'runs_erase',
  `delete from runs r using executions e
   where e.store_id = r.store_id and e.id = r.execution_id and e.finished_at is not null and r.run_id ~* $1`,
);
const steps = statement(
  'workflow_steps_erase',
  'delete from workflow_steps where workflow ~* $1 or step_id ~* $1',
);

/** Erases server reports about the messages of these executions: those that match, or `all` of them. */
export const eraseAnswers = (db: Queries, executionIds: readonly string[], pattern: string, all: boolean) =>
  db.rows(bind(answers, executionIds, pattern, all));

/** Erases IDs of ended runs, and names of steps; what a step uses is recorded again when it runs. */
export async function eraseNames(db: Queries, pattern: string): Promise<void> {
  await db.rows(bind(runs, pattern));
  await db.rows(bind(steps, pattern));
}
