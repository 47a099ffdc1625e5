import { bind, type Queries, statement } from '../../../kernel/ports.ts';

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

/** What servers said about the messages of these executions: what matches, or `all` of it. */
export const eraseAnswers = (db: Queries, executionIds: readonly string[], pattern: string, all: boolean) =>
  db.rows(bind(answers, executionIds, pattern, all));

/** Ids of runs that ended, and names of steps; what a step uses is learned again when it runs. */
export async function eraseNames(db: Queries, pattern: string): Promise<void> {
  await db.rows(bind(runs, pattern));
  await db.rows(bind(steps, pattern));
}
