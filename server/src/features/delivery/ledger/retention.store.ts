import type { RetentionRule } from '../../../kernel/retention.ts';

/** Inputs of steps, a week after the steps ended (contract: History and stats 7). */
export const ENDED_INPUTS: RetentionRule = {
  table: 'step_inputs',
  where: `created_at < now() - interval '7 days' and not exists (
    select from executions e where e.store_id = step_inputs.store_id and e.id = step_inputs.execution_id
      and (e.finished_at is null or e.finished_at > now() - interval '7 days'))`,
};

/** After a month, a run ID that is sent again counts as a new run. */
export const OLD_RUNS: RetentionRule = { table: 'runs', where: "created_at < now() - interval '30 days'" };

export const OLD_DELIVERIES: RetentionRule = {
  table: 'deliveries',
  where: "created_at < now() - interval '30 days' and sweep_at is null",
};
