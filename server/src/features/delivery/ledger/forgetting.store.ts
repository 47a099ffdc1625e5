import type { Forgetting } from '../../../kernel/forgetting.ts';

/** What steps were given, a week after their end. */
export const ENDED_INPUTS: Forgetting = {
  table: 'step_inputs',
  where: `created_at < now() - interval '7 days' and not exists (
    select from executions e where e.store_id = step_inputs.store_id and e.id = step_inputs.execution_id
      and (e.finished_at is null or e.finished_at > now() - interval '7 days'))`,
};

/** After a month a run id that comes again is a new run. */
export const OLD_RUNS: Forgetting = { table: 'runs', where: "created_at < now() - interval '30 days'" };

export const OLD_DELIVERIES: Forgetting = {
  table: 'deliveries',
  where: "created_at < now() - interval '30 days' and sweep_at is null",
};
