import { bind, type Queries, statement } from '../../../kernel/ports.ts';
import type { Status } from '../../records/history/history.schema.ts';

export interface RecentInput {
  executionId: string;
  status: Status;
  locale: string | null;
  workflow: string | null;
  createdAt: Date;
  sealed: Buffer;
}

/** The number of executions to scan, whether or not their inputs still exist: a store may have millions. */
const MAX_SCANNED_EXECUTIONS = 300;

/**
 * The inputs of steps, newest first, up to a number of inputs and of bytes; the newest one whatever its size.
 * Tests and resent emails are not steps.
 */
const recentInputs = (name: string, which: string) =>
  statement<RecentInput>(
    name,
    `select "executionId", status, locale, workflow, "createdAt", sealed from (
       select e.id as "executionId", e.status, e.locale, e.workflow, e.created_at as "createdAt", i.sealed,
         sum(octet_length(i.sealed)) over (order by e.id desc) - octet_length(i.sealed) as newer
       from (
         select store_id, id, status, locale, workflow, created_at, trigger
         from executions where ${which} order by id desc limit ${MAX_SCANNED_EXECUTIONS}
       ) e join step_inputs i on i.store_id = e.store_id and i.execution_id = e.id
       where e.trigger = 'workflow'
     ) recent where newer < $1 order by "executionId" desc limit $2`,
  );

const recentInputsOfConfig = recentInputs('step_inputs_recent', 'action_config_id = $3');
const recentMailInputs = recentInputs('step_inputs_recent_mails', "action_type = 'EMAIL'");

export interface InputLimits {
  steps: number;
  bytes: number;
}

/** Recent inputs of one layout or request. */
export const recentInputsOf = (db: Queries, actionConfigId: string, { steps, bytes }: InputLimits) =>
  db.rows(bind(recentInputsOfConfig, bytes, steps, actionConfigId));

/** Recent inputs of all layouts. */
export const recentInputsOfMails = (db: Queries, { steps, bytes }: InputLimits) =>
  db.rows(bind(recentMailInputs, bytes, steps));

const inputOfExecutionStatement = statement<RecentInput>(
  'step_input_of_execution',
  `select e.id as "executionId", e.status, e.locale, e.workflow, e.created_at as "createdAt", i.sealed
   from executions e join step_inputs i on i.store_id = e.store_id and i.execution_id = e.id
   where e.id = $1 and e.action_config_id = $2`,
);

/** The input of one execution of a layout or request; `null` if it was erased, or never existed. */
export const inputOfExecution = async (db: Queries, executionId: string, actionConfigId: string) =>
  (await db.rows(bind(inputOfExecutionStatement, executionId, actionConfigId)))[0] ?? null;
