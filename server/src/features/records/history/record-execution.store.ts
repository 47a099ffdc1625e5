import type { Json } from '../../../kernel/json.ts';
import {
  type Bound,
  bind,
  type Queries,
  type Statement,
  sharedWrite,
  statement,
} from '../../../kernel/ports.ts';
import { countingFailure, NO_ID } from '../../access/signals/signals.store.ts';
import { failureSignal } from './failure-signal.rules.ts';
import type { ActionType, Status, TimelineEntry, Trigger, Warning } from './history.schema.ts';
import type { Addressed } from './recipients.rules.ts';
import { insertingRecipients, recipientValues } from './recipients.store.ts';

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

/** Parameter count of `finishingValues`, for statements that add more. */
export const FINISHING_VALUES = 9;

/** A CTE of the same statement that must return a row; its own parameters follow the finishing ones. */
interface First {
  name: string;
  text: string;
  values: number;
}

/** The sender whose line its messages stood in, if they stood in one; whatever a line is called, the step must end. */
const SENDER_ID = `coalesce((
       select case when d.lane ~ '^sender:[0-9a-f-]{36}$' then substring(d.lane from 8)::uuid end from deliveries d
       where d.store_id = done.store_id and d.execution_id = done.id and d.lane like 'sender:%'
       order by d.position desc limit 1
     ), '${NO_ID}')`;

/** Tests are left out: whoever makes one sees what becomes of it. */
const signalling = (values: number) =>
  `, signalled as (${countingFailure(
    `select done.store_id, done.id, done.action_type, done.config_id, ${SENDER_ID} as sender_id, counted.shard
     from done, counted where done.trigger <> 'test'`,
    { at: '$9', reason: `$${values + 1}`, detail: `$${values + 2}` },
  )})`;

/** An execution ends once: a second call changes nothing and counts nothing. What was captured counts as a test. */
const finishingText = (first: First | null, signals: boolean) =>
  `with ${first ? `${first.name} as (${first.text}), ` : ''}done as (
     update executions
     set status = $2, error = $3, request = coalesce($4, request), response = $5, timeline = (timeline::jsonb || $6::jsonb)::json,
       attempts = $7, started_at = coalesce(started_at, $8), finished_at = $9
     where id = $1 and status = 'PENDING'${first ? ` and exists (select from ${first.name})` : ''}
     returning store_id, id, action_type, coalesce(action_config_id, '${NO_ID}') as config_id,
       case when captured then 'test' else trigger end as trigger, coalesce((warning_count > 0)::integer, 0) as warned
   ), counted as (
     insert into execution_counts (store_id, day, action_type, action_config_id, status, shard, count, warned)
     select store_id, day_of_id(id), action_type, config_id, $2,
       floor(random() * ${SHARDS})::smallint, 1, warned
     from done
     on conflict (store_id, day, action_type, action_config_id, status, shard)
       do update set count = execution_counts.count + 1, warned = execution_counts.warned + excluded.warned
     returning shard
   ), counted_trigger as (
     insert into trigger_counts (store_id, day, trigger, action_type, action_config_id, status, count, warned)
     select store_id, day_of_id(id), trigger, action_type, config_id, $2, 1, warned from done where trigger <> 'workflow'
     on conflict (store_id, day, trigger, action_type, action_config_id, status)
       do update set count = trigger_counts.count + 1, warned = trigger_counts.warned + excluded.warned
   )${signals ? signalling(FINISHING_VALUES + (first?.values ?? 0)) : ''}
   select id from done`;

const finishingValues = (id: string, outcome: Outcome): unknown[] => [
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

type Make = (name: string, text: string) => Statement<{ id: string }>;

/**
 * Ends executions: two statements of one purpose, because only what failed is counted for alerts, and what went well pays
 * nothing for that. `more` are the values of `first`.
 */
export function finishing(make: Make, name: string, first: First | null = null) {
  const well = make(name, finishingText(first, false));
  const badly = make(`${name}_signalled`, finishingText(first, true));
  return (id: string, outcome: Outcome, more: readonly unknown[] = []): Bound<{ id: string }> => {
    const values = [...finishingValues(id, outcome), ...more];
    const signal = failureSignal(outcome);
    return signal ? bind(badly, ...values, signal.reason, signal.detail) : bind(well, ...values);
  };
}

const finish = finishing(statement, 'execution_finish');

const finishPast = statement<{ id: string }>('execution_finish_past', finishingText(null, false));

/** Ends what ran long ago: it counts, and nobody is told of it any more. */
export const finishingPast = (id: string, outcome: Outcome): Bound<{ id: string }> =>
  bind(finishPast, ...finishingValues(id, outcome));

/** Whether this call ended it. */
export async function finishExecution(db: Queries, id: string, outcome: Outcome): Promise<boolean> {
  return (await db.rows(finish(id, outcome))).length > 0;
}

/** What is known of a mail once it is planned. */
export interface MailNote {
  locale: string | null;
  /** Masked. */
  recipients: readonly string[];
  addressed: readonly Addressed[];
  /** Of the layout. */
  version: number | null;
  /** Whether it stays in the app. */
  captured: boolean;
}

/**
 * Notes the mail of the execution `$1`, and whatever `more` sets, if the condition holds; the first parameters are
 * `mailNoteValues`.
 */
export const notingMail = (more = '', condition = 'true') =>
  `with addressed as (${insertingRecipients(7)})
   update executions set locale = $2, recipients = $3, action_config_version = $4, skipped_recipients = $5,
     captured = $6${more}
   where id = $1 and ${condition}`;

export const mailNoteValues = (
  id: string,
  { locale, recipients, addressed, version, captured }: MailNote,
): unknown[] => [
  ...[id, locale, JSON.stringify(recipients), version, addressed.filter(({ isSkipped }) => isSkipped).length],
  captured,
  ...recipientValues(addressed),
];

const note = statement('execution_note_mail', notingMail());

export const mailNote = (id: string, mail: MailNote): Bound<unknown> =>
  bind(note, ...mailNoteValues(id, mail));

export const noteMail = (db: Queries, id: string, mail: MailNote) => db.rows(mailNote(id, mail));

const warn = sharedWrite(
  'execution_note_warnings',
  'update executions set warning_count = $2, warnings = $3 where id = $1',
);

/** Counted with the execution when it ends. */
export const notingWarnings = (id: string, warnings: readonly Warning[]): Bound<unknown> =>
  bind(warn, id, warnings.length, JSON.stringify(warnings));

export const noteWarnings = (db: Queries, id: string, warnings: readonly Warning[]) =>
  db.rows(notingWarnings(id, warnings));
