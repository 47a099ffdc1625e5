import type { Work } from '../../../kernel/engine.ts';
import type { Json } from '../../../kernel/json.ts';
import { bind, type Queries, type StoreDatabase, statement } from '../../../kernel/ports.ts';
import type { TimelineEntry, Warning } from '../../records/history/history.schema.ts';
import {
  type MailNote,
  mailNoteValues,
  noteWarnings,
  notingMail,
} from '../../records/history/record-execution.store.ts';
import type { EndState } from './ledger.schema.ts';
import type { Claim } from './ledger.store.ts';

/** Messages of a step end one at a time, so that the last one knows it is the last. */
const lockStep = statement<{ claims: number; state: string }>(
  'fan_out_lock_step',
  'select claims, state from deliveries where execution_id = $1 and position = 0 for update',
);
const planStep = statement<{ position: number }>(
  'fan_out_plan_step',
  `update deliveries set state = 'sent', ended_at = now(), lease_until = null, sweep_at = null
   where execution_id = $1 and position = 0 and claims = $2 and state = 'claimed' returning position`,
);
const keepPlan = statement('fan_out_keep_plan', 'update step_inputs set sealed = $2 where execution_id = $1');
const noteStart = statement(
  'fan_out_note_start',
  notingMail(`, started_at = coalesce(started_at, $9), request = $10,
     timeline = (timeline::jsonb || $11::jsonb)::json`),
);
const insertMessages = statement(
  'fan_out_insert_messages',
  `insert into deliveries (store_id, execution_id, position, state, lane, slots, sweep_at)
   select $1, $2, n, 'planned', $3, $4, now() + $6::double precision * interval '1 ms'
   from generate_series(1, $5::integer) n`,
);

export interface PlannedMessages {
  storeId: string;
  /** What every message needs, sealed; replaces the step's input. */
  sealedPlan: Buffer;
  count: number;
  lane: string;
  slots: number;
  patienceMs: number;
  startedAt: Date;
  note: MailNote & { request: Json; timeline: TimelineEntry[]; warnings: Warning[] };
}

/** Stores the plan, once, and returns its messages, each as its own work; none when the claim was lost. */
export async function planMessages(tx: Queries, step: Claim, planned: PlannedMessages): Promise<Work[]> {
  const { storeId, sealedPlan, count, lane, slots, patienceMs } = planned;
  const { executionId, claims } = step;
  const [mine] = await tx.rows(bind(planStep, executionId, claims));
  if (!mine) return [];
  await tx.rows(bind(keepPlan, executionId, sealedPlan));
  const { request, timeline, warnings } = planned.note;
  const more = [planned.startedAt, JSON.stringify(request), JSON.stringify(timeline)];
  await tx.rows(bind(noteStart, ...mailNoteValues(executionId, planned.note), ...more));
  if (warnings.length > 0) await noteWarnings(tx, executionId, warnings);
  await tx.rows(bind(insertMessages, storeId, executionId, lane, slots, count, patienceMs));
  return Array.from({ length: count }, (_, i) => ({
    storeId,
    executionId,
    position: i + 1,
    attempt: 1,
    generation: 0,
    lane,
    slots,
  }));
}

const ending = `update deliveries
   set state = $4, error = $5, answer = $6, ended_at = now(), lease_until = null, sweep_at = null
   where execution_id = $1 and position = $2 and claims = $3 and state in ('claimed', 'data', 'unknown')`;
const endMessage = statement<{ position: number }>('fan_out_end_message', `${ending} returning position`);
const endBesideOthers = statement<{ position: number }>(
  'fan_out_end_beside_others',
  `${ending} and exists (
     select from deliveries o where o.execution_id = $1 and o.position > 0 and o.position <> $2 and o.ended_at is null
   ) returning position`,
);

/** How a message ended; `answer` is what was said about it. */
export interface MessageEnd {
  state: EndState;
  error: string | null;
  answer: Json;
}

const jsonOrNull = (value: Json) => (value === null ? null : JSON.stringify(value));

/**
 * Ends one message in a single round trip while others of its step are under way; `false` when it may be the
 * last, which ends the step too. Two statements, as only the second sees what ended while the first waited.
 */
export async function endOneOfMany(
  db: StoreDatabase,
  { executionId, position, claims }: Claim,
  { state, error, answer }: MessageEnd,
): Promise<boolean> {
  const [, ended] = await db.batch([
    bind(lockStep, executionId),
    bind(endBesideOthers, executionId, position, claims, state, error, jsonOrNull(answer)),
  ]);
  return ended.length > 0;
}

export interface MessageRow {
  position: number;
  state: string;
  attempt: number;
  error: string | null;
  answer: Json;
  endedAt: Date | null;
}

const messages = statement<MessageRow>(
  'fan_out_messages',
  `select position, state, attempt, error, answer, ended_at as "endedAt" from deliveries
   where execution_id = $1 and position > 0 order by position`,
);

/** Ends one message; returns all messages of the step if none is left under way, otherwise `null`. */
export async function endMessageWork(
  tx: Queries,
  { executionId, position, claims }: Claim,
  { state, error, answer }: MessageEnd,
): Promise<MessageRow[] | null> {
  await tx.rows(bind(lockStep, executionId));
  const ended = await tx.rows(
    bind(endMessage, executionId, position, claims, state, error, jsonOrNull(answer)),
  );
  if (ended.length === 0) return null;
  const rows = await tx.rows(bind(messages, executionId));
  return rows.every((row) => row.endedAt !== null) ? rows : null;
}

/** The messages of a planned step, in order. */
export const messagesOf = (db: Queries, executionId: string): Promise<MessageRow[]> =>
  db.rows(bind(messages, executionId));
