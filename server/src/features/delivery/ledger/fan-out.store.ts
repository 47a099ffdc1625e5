import type { LaneWork, WorkRef } from '../../../kernel/engine.ts';
import type { Json } from '../../../kernel/json.ts';
import type { Message } from '../../../kernel/messages/message.ts';
import {
  type BoundStatement,
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  sharedWrite,
  statement,
  type Vault,
} from '../../../kernel/ports.ts';
import { quotaSignalSql, reserveUnitsSql } from '../../access/quota/quota.store.ts';
import type { NewTimelineEntry, Warning } from '../../records/history/history.schema.ts';
import {
  addWarningsStatement,
  type ExecutionOutcome,
  FINISHING_VALUE_COUNT,
  finishStatement,
  MAIL_DETAILS_VALUES,
  type MailDetails,
  mailDetailsValues,
  updateMailDetailsStatement,
} from '../../records/history/record-execution.store.ts';
import { withErrorWords } from '../../records/history/search-words.rules.ts';
import { jsonOfMessage, textOrNull, timelineJson } from '../../records/history/stored-message.rules.ts';
import type { EndState } from './ledger.schema.ts';
import { type Claim, claimStatement, type HeldClaim, type NewClaim, readClaim } from './ledger.store.ts';

/** Messages of a step end one at a time, so that the last one is recognized as the last. */
const lockStep = sharedWrite<{ claims: number; state: string }>(
  'fan_out_lock_step',
  'select claims, state from deliveries where execution_id = $1 and position = 0 for update',
);
// Each of the following statements does nothing unless the step is planned under this claim, and changes
// nothing when it is repeated.
const planStep = sharedWrite<{ position: number }>(
  'fan_out_plan_step',
  `update deliveries set state = 'sent', ended_at = coalesce(ended_at, now()), lease_until = null, sweep_at = null
   where execution_id = $1 and position = 0 and claims = $2 and state in ('claimed', 'sent') returning position`,
);
const isPlanned = (claims: string) =>
  `exists (select from deliveries where execution_id = $1 and position = 0 and claims = ${claims} and state = 'sent')`;
const keepPlan = sharedWrite(
  'fan_out_keep_plan',
  `update step_inputs set sealed = $2 where execution_id = $1 and ${isPlanned('$3')}`,
);
const noted = (n: number) => `$${MAIL_DETAILS_VALUES + n}`;
const noteStart = sharedWrite(
  'fan_out_note_start',
  updateMailDetailsStatement(
    `, started_at = coalesce(started_at, ${noted(1)}), request = ${noted(2)}, timeline = (timeline::jsonb || ${noted(3)}::jsonb)::json`,
    `${isPlanned(noted(4))} and not exists (select from deliveries where execution_id = $1 and position > 0)`,
  ),
);
const insertMessages = sharedWrite(
  'fan_out_insert_messages',
  `with units as (
     ${reserveUnitsSql(
       ...['$2', '$8::integer'],
       `$8 > 0 and ${isPlanned('$7')} and not exists (select from deliveries where execution_id = $1 and position > 0)`,
     )}
   ), noticed as (
     ${quotaSignalSql('units', '$2', '$8::integer')}
   )
   insert into deliveries (store_id, execution_id, position, state, lane, slots, sweep_at, quota_month, action_type)
   select $2, $1, n, 'planned', $3, $4, now() + $6::double precision * interval '1 ms', (select month from units),
     (select action_type from deliveries where execution_id = $1 and position = 0)
   from generate_series(1, $5::integer) n where ${isPlanned('$7')}
   on conflict do nothing`,
);

export interface PlannedMessages {
  storeId: string;
  /** The plan that every message needs, sealed; replaces the step's input. */
  sealedPlan: Buffer;
  count: number;
  units: number;
  lane: string;
  slots: number;
  patienceMs: number;
  startedAt: Date;
  note: MailDetails & { request: Json; timeline: NewTimelineEntry[]; warnings: Warning[] };
}

/**
 * Stores the plan once and returns the first message of each line, or none if the claim was lost. The message
 * that is sent at once is claimed in the same round trip.
 */
export async function planMessages(
  db: StoreDatabase,
  { executionId, claims }: Claim,
  planned: PlannedMessages,
  atOnce: { ref: WorkRef; claim: NewClaim } | null,
): Promise<{ heads: LaneWork[]; claimed: HeldClaim | null }> {
  const { storeId, sealedPlan, count, units, lane, slots, patienceMs } = planned;
  const { request, timeline, warnings } = planned.note;
  const more = [planned.startedAt, JSON.stringify(request), timelineJson(timeline), claims];
  const answers = await db.batch<[{ position: number }, ...unknown[]]>([
    bind(planStep, executionId, claims),
    bind(keepPlan, executionId, sealedPlan, claims),
    bind(noteStart, ...mailDetailsValues(executionId, planned.note), ...more),
    ...(warnings.length > 0 ? [addWarningsStatement(executionId, warnings)] : []),
    bind(insertMessages, executionId, storeId, lane, slots, count, patienceMs, claims, units),
    ...(atOnce ? [claimStatement(atOnce.ref, atOnce.claim)] : []),
  ]);
  if (answers[0].length === 0) return { heads: [], claimed: null };
  const heads = Array.from({ length: Math.min(slots, count) }, (_, i) => ({
    ...{ storeId, executionId, position: i + 1, attempt: 1, generation: 0, lane, slots },
  }));
  const claimed = answers.at(-1) as { claims: number; hasUnit: boolean }[];
  return { heads, claimed: atOnce && readClaim(atOnce.ref, claimed) };
}

const ending = `update deliveries
   set state = $4, error = $5, answer = $6, message = $7, ended_at = now(), lease_until = null, sweep_at = null
   where execution_id = $1 and position = $2 and claims = $3 and state in ('claimed', 'data', 'unknown')`;
const endMessage = statement<{ position: number }>('fan_out_end_message', `${ending} returning position`);
const endUnlessLast = sharedWrite<{ position: number }>(
  'fan_out_end_beside_others',
  `${ending} and exists (
     select from deliveries o where o.execution_id = $1 and o.position > 0 and o.position <> $2 and o.ended_at is null
   ) returning position`,
);

/** How a message ended; `answer` is what the server reported about it. */
export interface MessageEnd {
  state: EndState;
  error: Message | null;
  answer: Json;
}

const jsonOrNull = (value: Json) => (value === null ? null : JSON.stringify(value));

const endValues = ({ state, error, answer }: MessageEnd): unknown[] => [
  ...[state, textOrNull(error), jsonOrNull(answer), jsonOfMessage(error)],
];

/**
 * Ends one message in a single round trip while others of its step are under way; `false` when it may be the
 * last, which ends the step too. Two statements, as only the second sees what ended while the first waited.
 */
export async function endMessageUnlessLast(
  db: StoreDatabase,
  { executionId, position, claims }: Claim,
  ended: MessageEnd,
  record: readonly BoundStatement<unknown>[] = [],
): Promise<boolean> {
  const [, found] = await db.batch<[unknown, { position: number }, ...unknown[]]>([
    bind(lockStep, executionId),
    bind(endUnlessLast, executionId, position, claims, ...endValues(ended)),
    ...record,
  ]);
  return found.length > 0;
}

const nth = (n: number) => `$${FINISHING_VALUE_COUNT + n}`;
const endOnlyMessageStatement = finishStatement(sharedWrite, 'fan_out_end_only', {
  name: 'ended',
  text: `update deliveries
     set state = ${nth(3)}, error = ${nth(4)}, answer = ${nth(5)}, message = ${nth(6)}, ended_at = now(), lease_until = null, sweep_at = null
     where execution_id = $1 and position = ${nth(1)} and claims = ${nth(2)} and state in ('claimed', 'data', 'unknown')
     returning position`,
  values: 6,
});

/** Ends the only message of a step, and the step with it. */
export async function endOnlyMessage(
  { db, vault }: { db: StoreDatabase; vault: Vault },
  { executionId, position, claims }: Claim,
  ended: MessageEnd,
  outcome: ExecutionOutcome,
  record: readonly BoundStatement<unknown>[] = [],
): Promise<void> {
  const found = withErrorWords(await vault.unlock(), outcome);
  const end = endOnlyMessageStatement(executionId, found, [position, claims, ...endValues(ended)]);
  if (record.length === 0) await db.rows(end);
  else await db.batch([end, ...record]);
}

const nextWaiting = briefRead<{ position: number }>(
  'fan_out_next_waiting',
  `select position from deliveries
   where execution_id = $1 and position > greatest($2, 0) and (position - $2) % slots = 0
     and state = 'planned' and attempt = 1 and lane = $3
   order by position limit 1`,
);

/** The next message after a position of the line that no run has started; `null` if this lane has none. */
export const nextUnstartedMessage = async (
  db: Queries,
  executionId: string,
  position: number,
  lane: string,
) => (await db.rows(bind(nextWaiting, executionId, position, lane)))[0]?.position ?? null;

export interface MessageRow {
  position: number;
  state: string;
  attempt: number;
  error: string | null;
  message: Message | null;
  answer: Json;
  endedAt: Date | null;
}

const messages = statement<MessageRow>(
  'fan_out_messages',
  `select position, state, attempt, error, message, answer, ended_at as "endedAt" from deliveries
   where execution_id = $1 and position > 0 order by position`,
);

/** Ends one message; returns all messages of the step if none is still under way, otherwise `null`. */
export async function endMessageWork(
  tx: Queries,
  { executionId, position, claims }: Claim,
  end: MessageEnd,
): Promise<MessageRow[] | null> {
  await tx.rows(bind(lockStep, executionId));
  const ended = await tx.rows(bind(endMessage, executionId, position, claims, ...endValues(end)));
  if (ended.length === 0) return null;
  const rows = await tx.rows(bind(messages, executionId));
  return rows.every((row) => row.endedAt !== null) ? rows : null;
}

/** The messages of a planned step, in order. */
export const messagesOf = (db: Queries, executionId: string): Promise<MessageRow[]> =>
  db.rows(bind(messages, executionId));
