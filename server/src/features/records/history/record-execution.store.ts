import type { Json } from '../../../kernel/json.ts';
import type { Message } from '../../../kernel/messages/message.ts';
import {
  type BoundStatement,
  bind,
  type Queries,
  type Statement,
  sharedWrite,
  statement,
} from '../../../kernel/ports.ts';
import { countFailureSql, NO_ID } from '../../access/signals/signals.store.ts';
import { failureSignal } from './failure-signal.rules.ts';
import type { ActionType, NewTimelineEntry, Status, Trigger, Warning } from './history.schema.ts';
import type { IndexedRecipient } from './recipients.rules.ts';
import { insertRecipientsStatement, recipientValues } from './recipients.store.ts';
import { insertWordsStatement } from './search-words.store.ts';
import { jsonOfMessage, textOrNull, timelineJson } from './stored-message.rules.ts';

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
export const insertExecutionStatement = (values: string) =>
  `insert into executions (store_id, id, action_type, status, action_config_id, action_config_name, trigger, run_id,
     step_id, created_at, workflow) ${values}`;

/** The parameters of `insertExecutionStatement`. */
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
  insertExecutionStatement("values ($1, $2, $3, 'PENDING', $4, $5, $6, $7, $8, $9, $10)"),
);

/** Written before anything is sent, so that every action has a record. */
export const beginStatement = (execution: NewExecution): BoundStatement<unknown> =>
  bind(insert, ...valuesOf(execution));

export const beginExecution = (db: Queries, execution: NewExecution) => db.rows(beginStatement(execution));

export interface ExecutionOutcome {
  status: Exclude<Status, 'PENDING'>;
  error: Message | null;
  /** Hashes of the words of the error. */
  words?: readonly string[];
  /** `undefined` if it is already stored. */
  request: Json | undefined;
  response: Json;
  /** New entries only: earlier attempts have stored theirs. */
  timeline: NewTimelineEntry[];
  attempts: number;
  /** When the first attempt began; null when there was none. */
  startedAt: Date | null;
  finishedAt: Date;
}

/** Parameter count of `finishingValues`, for statements that add more. */
export const FINISHING_VALUE_COUNT = 10;

/** A CTE of the same statement that must return a row; its own parameters follow the finishing ones. */
interface PrecedingCte {
  name: string;
  text: string;
  values: number;
}

/** Adds the words of a failed execution's error. */
const worded = (parameter: string) =>
  `, worded as (${insertWordsStatement(`select store_id, id, ${parameter}::bigint[] from done`)})`;

/**
 * The sender whose lane held the messages, if any. The pattern is strict because an unexpected lane name must
 * not keep the step from ending.
 */
const SENDER_ID = `coalesce((
       select case when d.lane ~ '^sender:[0-9a-f-]{36}$' then substring(d.lane from 8)::uuid end from deliveries d
       where d.store_id = done.store_id and d.execution_id = done.id and d.lane like 'sender:%'
       order by d.position desc limit 1
     ), '${NO_ID}')`;

/** Excludes tests: their sender sees the outcome directly. */
const signalling = (values: number) =>
  `, signalled as (${countFailureSql(
    `select done.store_id, done.id, done.action_type, done.config_id, ${SENDER_ID} as sender_id, counted.shard
     from done, counted where done.trigger <> 'test'`,
    { at: '$9', reason: `$${values + 1}`, detail: `$${values + 2}` },
  )})`;

/**
 * An execution ends once; a second call has no effect. Captured executions count as tests
 * (contract: History and stats 2).
 */
const finishingText = (first: PrecedingCte | null, signals: boolean) =>
  `with ${first ? `${first.name} as (${first.text}), ` : ''}done as (
     update executions
     set status = $2, error = $3, request = coalesce($4, request), response = $5, timeline = (timeline::jsonb || $6::jsonb)::json,
       attempts = $7, started_at = coalesce(started_at, $8), finished_at = $9, error_message = $10
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
   )${signals ? signalling(FINISHING_VALUE_COUNT + (first?.values ?? 0)) + worded(`$${FINISHING_VALUE_COUNT + (first?.values ?? 0) + 3}`) : ''}
   select id from done`;

const finishingValues = (id: string, outcome: ExecutionOutcome): unknown[] => [
  id,
  outcome.status,
  textOrNull(outcome.error),
  outcome.request === undefined ? null : JSON.stringify(outcome.request),
  JSON.stringify(outcome.response),
  timelineJson(outcome.timeline),
  outcome.attempts,
  outcome.startedAt,
  outcome.finishedAt,
  jsonOfMessage(outcome.error),
];

type MakeStatement = (name: string, text: string) => Statement<{ id: string }>;

/**
 * Ends executions with one of two statements, so that successful executions don't pay for counting failures.
 * `more` are the values of `first`.
 */
export function finishStatement(make: MakeStatement, name: string, first: PrecedingCte | null = null) {
  const well = make(name, finishingText(first, false));
  const badly = make(`${name}_signalled`, finishingText(first, true));
  return (
    id: string,
    outcome: ExecutionOutcome,
    more: readonly unknown[] = [],
  ): BoundStatement<{ id: string }> => {
    const values = [...finishingValues(id, outcome), ...more];
    const signal = failureSignal(outcome);
    return signal
      ? bind(badly, ...values, signal.reason, signal.detail, outcome.words ?? [])
      : bind(well, ...values);
  };
}

const finish = finishStatement(statement, 'execution_finish');

const finishPast = statement<{ id: string }>('execution_finish_past', finishingText(null, false));

/** Ends an execution from long ago: it is counted but no longer triggers an alert. */
export const finishPastStatement = (id: string, outcome: ExecutionOutcome): BoundStatement<{ id: string }> =>
  bind(finishPast, ...finishingValues(id, outcome));

/** Returns whether this call ended the execution. */
export async function finishExecution(db: Queries, id: string, outcome: ExecutionOutcome): Promise<boolean> {
  return (await db.rows(finish(id, outcome))).length > 0;
}

/** The facts about an email that are known once it is planned. */
export interface MailDetails {
  locale: string | null;
  /** Masked. */
  recipients: readonly string[];
  addressed: readonly IndexedRecipient[];
  /** The version of the layout. */
  version: number | null;
  /** Whether it is kept in the test inbox instead of being sent. */
  captured: boolean;
  /** Hashes of the words of its subject. */
  words?: readonly string[];
}

/** Parameter count of `mailNoteValues`, for statements that add more. */
export const MAIL_DETAILS_VALUES = 10;

/**
 * Records the email of execution `$1`, and whatever `more` sets, if the condition holds. The first parameters
 * are `mailNoteValues`.
 */
export const updateMailDetailsStatement = (more = '', condition = 'true') =>
  `with addressed as (${insertRecipientsStatement(7)}),
     words as (${insertWordsStatement('select store_id, id, $10::bigint[] from executions where id = $1')})
   update executions set locale = $2, recipients = $3, action_config_version = $4, skipped_recipients = $5,
     captured = $6${more}
   where id = $1 and ${condition}`;

export const mailDetailsValues = (
  id: string,
  { locale, recipients, addressed, version, captured, words = [] }: MailDetails,
): unknown[] => [
  ...[id, locale, JSON.stringify(recipients), version, addressed.filter(({ isSkipped }) => isSkipped).length],
  captured,
  ...recipientValues(addressed),
  words,
];

const note = statement('execution_note_mail', updateMailDetailsStatement());

export const mailDetailsUpdate = (id: string, mail: MailDetails): BoundStatement<unknown> =>
  bind(note, ...mailDetailsValues(id, mail));

export const updateMailDetails = (db: Queries, id: string, mail: MailDetails) =>
  db.rows(mailDetailsUpdate(id, mail));

const warn = sharedWrite(
  'execution_note_warnings',
  'update executions set warning_count = $2, warnings = $3 where id = $1',
);

/** Counted with the execution when it ends. */
export const addWarningsStatement = (id: string, warnings: readonly Warning[]): BoundStatement<unknown> =>
  bind(warn, id, warnings.length, JSON.stringify(warnings));

export const addWarnings = (db: Queries, id: string, warnings: readonly Warning[]) =>
  db.rows(addWarningsStatement(id, warnings));
