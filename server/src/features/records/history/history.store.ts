import type { Json } from '../../../kernel/json.ts';
import type { Message } from '../../../kernel/messages/message.ts';
import { bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';
import type { ActionType, Status, TimelineEntry, Trigger, Warning } from './history.schema.ts';

export interface ExecutionSummaryRow {
  id: string;
  actionType: ActionType;
  status: Status;
  actionConfigId: string | null;
  actionConfigName: string;
  trigger: Trigger;
  runId: string | null;
  stepId: string | null;
  workflow: string | null;
  locale: string | null;
  recipients: string[] | null;
  skippedRecipients: number;
  actionConfigVersion: number | null;
  captured: boolean;
  attempts: number;
  warningCount: number;
  error: string | null;
  errorMessage: Message | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface ExecutionRow extends ExecutionSummaryRow {
  request: Json;
  response: Json;
  warnings: Warning[];
  timeline: (TimelineEntry & { message?: Message })[];
}

export const SUMMARY = `id, action_type as "actionType", status, action_config_id as "actionConfigId",
  action_config_name as "actionConfigName", trigger, run_id as "runId", step_id as "stepId", workflow, locale, recipients,
  skipped_recipients as "skippedRecipients", action_config_version as "actionConfigVersion", captured, attempts,
  coalesce(warning_count, 0)::integer as "warningCount", error, error_message as "errorMessage", created_at as "createdAt", started_at as "startedAt",
  finished_at as "finishedAt"`;

/** Forces one generic plan for all stores, whatever their statistics: an index scan in index order. */
export const forceGenericPlan = statement(
  'history_plan_alike',
  `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
     set_config('enable_sort', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
     set_config('jit', 'off', true)`,
);

const selectOne = briefRead<ExecutionRow>(
  'execution_get',
  `select ${SUMMARY}, request, response, coalesce(warnings, '[]') as warnings, timeline from executions where id = $1`,
);

export const findExecution = async (db: Queries, id: string) =>
  (await db.rows(bind(selectOne, id)))[0] ?? null;

/** The state of an execution, for the caller of the step. */
interface Outcome extends Pick<ExecutionRow, 'status' | 'error' | 'warnings'> {
  /** Timeline messages about the language of an email, once chosen; `null` for an entry without a code. */
  languages: (Message | null)[];
}

const selectOutcome = briefRead<Outcome>(
  'execution_outcome',
  `select status, error, coalesce(warnings, '[]') as warnings,
     coalesce(case action_type when 'EMAIL' then (
       select json_agg(e.value -> 'message') from json_array_elements(timeline) e where e.value ->> 'event' = 'language'
     ) end, '[]') as languages
   from executions where id = $1`,
);

export const findOutcome = async (db: Queries, id: string) =>
  (await db.rows(bind(selectOutcome, id)))[0] ?? null;
