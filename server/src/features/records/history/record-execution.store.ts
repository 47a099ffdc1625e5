import type { Json } from '../../../kernel/json.ts';
import { type Bound, bind, type Queries, sharedWrite, statement } from '../../../kernel/ports.ts';
import type { ActionType, Status, TimelineEntry, Trigger, Warning } from './history.schema.ts';
import type { Addressed } from './recipients.rules.ts';
import { insertingRecipients, recipientValues } from './recipients.store.ts';

const NO_CONFIG = '00000000-0000-0000-0000-000000000000';
const SHARDS = 16;

export interface NewExecution {
  storeId: string;
  id: string;
  actionType: ActionType;
  actionConfigId: string | null;
  actionConfigName: string;
  trigger: Trigger;
  runId?: string | null;
  stepId?: string | null;
  workflow?: string | null;
  createdAt: Date;
}

/** Inserts a new execution; `values` provides these eleven columns in order. */
export const insertingExecution = (values: string) =>
  `insert into executions (store_id, id, action_type, status, action_config_id, action_config_name, trigger, run_id,
     step_id, created_at, workflow) ${values}`;

/** The parameters of `insertingExecution`. */
export const valuesOf = (execution: NewExecution): unknown[] => [
  execution.storeId,
  execution.id,
  execution.actionType,
  execution.actionConfigId,
  execution.actionConfigName,
  execution.trigger,
  execution.runId ?? null,
  execution.stepId ?? null,
  execution.createdAt,
  execution.workflow ?? null,
];

const insert = statement(
  'execution_insert',
  insertingExecution("values ($1, $2, $3, 'PENDING', $4, $5, $6, $7, $8, $9, $10)"),
);

/** Written before anything is sent, so that nothing is ever done without a trace. */
export const beginning = (execution: NewExecution): Bound<unknown> => bind(insert, ...valuesOf(execution));

export const beginExecution = (db: Queries, execution: NewExecution) => db.rows(beginning(execution));

export interface Outcome {
  status: Exclude<Status, 'PENDING'>;
  error: string | null;
  /** `undefined` if it is already stored. */
  request: Json | undefined;
  response: Json;
  /** New entries only: earlier attempts have stored theirs. */
  timeline: TimelineEntry[];
  attempts: number;
  /** When the first attempt began; null when there was none. */
  startedAt: Date | null;
  finishedAt: Date;
}

/** Parameter count of `finishingText`, for statements that add more. */
export const FINISHING_VALUES = 9;

/**
 * An execution ends once: a second call changes nothing and counts nothing. `first`, if given, is a CTE of the
 * same statement that must return a row.
 */
export const finishingText = (first?: { name: string; text: string }) =>
  `with ${first ? `${first.name} as (${first.text}), ` : ''}done as (
     update executions
     set status = $2, error = $3, request = coalesce($4, request), response = $5, timeline = (timeline::jsonb || $6::jsonb)::json,
       attempts = $7, started_at = coalesce(started_at, $8), finished_at = $9
     where id = $1 and status = 'PENDING'${first ? ` and exists (select from ${first.name})` : ''}
     returning store_id, id, action_type, coalesce(action_config_id, '${NO_CONFIG}') as config_id, trigger,
       coalesce((warning_count > 0)::integer, 0) as warned
   ), counted as (
     insert into execution_counts (store_id, day, action_type, action_config_id, status, shard, count, warned)
     select store_id, day_of_id(id), action_type, config_id, $2,
       floor(random() * ${SHARDS})::smallint, 1, warned
     from done
     on conflict (store_id, day, action_type, action_config_id, status, shard)
       do update set count = execution_counts.count + 1, warned = execution_counts.warned + excluded.warned
   ), counted_trigger as (
     insert into trigger_counts (store_id, day, trigger, action_type, action_config_id, status, count, warned)
     select store_id, day_of_id(id), trigger, action_type, config_id, $2, 1, warned from done where trigger <> 'workflow'
     on conflict (store_id, day, trigger, action_type, action_config_id, status)
       do update set count = trigger_counts.count + 1, warned = trigger_counts.warned + excluded.warned
   )
   select id from done`;

export const finishingValues = (id: string, outcome: Outcome): unknown[] => [
  id,
  outcome.status,
  outcome.error,
  outcome.request === undefined ? null : JSON.stringify(outcome.request),
  JSON.stringify(outcome.response),
  JSON.stringify(outcome.timeline),
  outcome.attempts,
  outcome.startedAt,
  outcome.finishedAt,
];

const finish = statement<{ id: string }>('execution_finish', finishingText());

/** Whether this call ended it. */
export async function finishExecution(db: Queries, id: string, outcome: Outcome): Promise<boolean> {
  return (await db.rows(bind(finish, ...finishingValues(id, outcome)))).length > 0;
}

/** What is known of a mail once it is planned. */
export interface MailNote {
  locale: string | null;
  /** Masked. */
  recipients: readonly string[];
  addressed: readonly Addressed[];
  /** Of the layout. */
  version: number | null;
}

/**
 * Notes the mail of the execution `$1`, and whatever `more` sets, if the condition holds; the first parameters are
 * `mailNoteValues`.
 */
export const notingMail = (more = '', condition = 'true') =>
  `with addressed as (${insertingRecipients(6)})
   update executions set locale = $2, recipients = $3, action_config_version = $4, skipped_recipients = $5${more}
   where id = $1 and ${condition}`;

export const mailNoteValues = (
  id: string,
  { locale, recipients, addressed, version }: MailNote,
): unknown[] => [
  ...[id, locale, JSON.stringify(recipients), version, addressed.filter(({ isSkipped }) => isSkipped).length],
  ...recipientValues(addressed),
];

const note = statement('execution_note_mail', notingMail());

export const noteMail = (db: Queries, id: string, mail: MailNote) =>
  db.rows(bind(note, ...mailNoteValues(id, mail)));

const warn = sharedWrite(
  'execution_note_warnings',
  'update executions set warning_count = $2, warnings = $3 where id = $1',
);

/** Counted with the execution when it ends. */
export const notingWarnings = (id: string, warnings: readonly Warning[]): Bound<unknown> =>
  bind(warn, id, warnings.length, JSON.stringify(warnings));

export const noteWarnings = (db: Queries, id: string, warnings: readonly Warning[]) =>
  db.rows(notingWarnings(id, warnings));
