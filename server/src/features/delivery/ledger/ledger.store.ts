import type { LaneWork, WorkRef } from '../../../kernel/engine.ts';
import type { Message } from '../../../kernel/messages/message.ts';
import {
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  sharedWrite,
  statement,
  type Vault,
} from '../../../kernel/ports.ts';
import type { ActionType, NewTimelineEntry, Status } from '../../records/history/history.schema.ts';
import {
  beginStatement,
  type ExecutionOutcome,
  FINISHING_VALUE_COUNT,
  finishStatement,
  insertExecutionStatement,
  type NewExecution,
  valuesOf,
} from '../../records/history/record-execution.store.ts';
import { withErrorWords } from '../../records/history/search-words.rules.ts';
import { insertWordsStatement } from '../../records/history/search-words.store.ts';
import { timelineJson } from '../../records/history/stored-message.rules.ts';
import { IS_HELD, requireSending } from './hold.store.ts';
import type { DeliveryState, EndState } from './ledger.schema.ts';

/** All times come from the database, never from the clocks of processes or of the engine. */
export const msFromNow = (parameter: string) => `now() + (${parameter})::double precision * interval '1 ms'`;
const msUntil = (column: string) => `(extract(epoch from ${column} - now()) * 1000)::double precision`;

export interface StepToAccept extends NewExecution {
  platform: string;
  runId: string;
  sealedInput: Buffer;
  lane: string;
  slots: number;
  /** The delay until the sweeper checks that the engine has the step. */
  patienceMs: number;
  /** The trace context to continue. */
  traceparent?: string | null;
  /** Run, step and workflow as history shows them, where masking changes them. */
  shown?: Pick<NewExecution, 'runId' | 'stepId' | 'workflow'>;
  /** Hashes of the words by which search finds it. */
  words?: readonly string[];
}

const accept = sharedWrite<{ id: string; isHeld: boolean }>(
  'step_accept',
  `with run as (
     insert into runs (store_id, platform, run_id, execution_id) values ($1, $11, $16, $2)
     on conflict do nothing returning execution_id
   ), execution as (
     ${insertExecutionStatement("select $1::uuid, $2, $3, 'PENDING', $4::uuid, $5, $6, $7, $8, $9::timestamptz, $10 from run")}
   ), input as (
     insert into step_inputs (store_id, execution_id, sealed, traceparent) select $1, $2, $12::bytea, $17 from run
   ), delivery as (
     insert into deliveries (store_id, execution_id, position, state, lane, slots, sweep_at, action_type)
     select $1, $2, 0, 'planned', $13, $14::smallint, ${msFromNow('$15')}, $3 from run
   ), words as (${insertWordsStatement('select $1, $2, $18::bigint[] from run')})
   select execution_id as id, ${IS_HELD} as "isHeld" from run`,
);
export interface AcceptedStep {
  id: string;
  /** The step as history shows it; these members are `null` once history has dropped it. */
  actionType: ActionType | null;
  actionConfigId: string | null;
  stepId: string | null;
  /** The input of the step, or the plan that replaced it; `null` once that is erased. */
  sealedInput: Buffer | null;
}

const acceptedBefore = statement<AcceptedStep & { isHeld: boolean }>(
  'step_accepted_before',
  `select r.execution_id as id, e.action_type as "actionType", e.action_config_id as "actionConfigId",
     e.step_id as "stepId", i.sealed as "sealedInput", ${IS_HELD} as "isHeld"
   from runs r left join executions e on e.store_id = r.store_id and e.id = r.execution_id
   left join step_inputs i on i.store_id = r.store_id and i.execution_id = r.execution_id
   where r.platform = $1 and r.run_id = $2`,
);

/**
 * The execution of a run and, if an earlier call created it, what that call was accepted as. While nothing
 * may be sent, the step waits here.
 */
export async function insertStep(
  db: Queries,
  step: StepToAccept,
): Promise<{ executionId: string; before: AcceptedStep | null; isHeld: boolean }> {
  const {
    platform,
    sealedInput,
    lane,
    slots,
    patienceMs,
    runId,
    traceparent = null,
    shown,
    words = [],
  } = step;
  const own = [platform, sealedInput, lane, slots, patienceMs, runId, traceparent, words];
  const values = [...valuesOf({ ...step, ...shown }), ...own];
  const [made] = await db.rows(bind(accept, ...values));
  if (made) return { executionId: made.id, before: null, isHeld: made.isHeld };
  const [before] = await db.rows(bind(acceptedBefore, platform, step.runId));
  if (!before) throw new Error(`the run of execution ${step.id} is neither new nor known`);
  return { executionId: before.id, before, isHeld: before.isHeld };
}

const insertHeld = statement(
  'delivery_insert_held',
  `with words as (${insertWordsStatement('values ($1::uuid, $2::uuid, $6::bigint[])')})
   insert into deliveries (store_id, execution_id, position, state, lane, slots, claims, holder, lease_until, sweep_at)
   values ($1, $2, 0, 'data', $3, $4, 1, 0, ${msFromNow('$5')}, ${msFromNow('$5')})`,
);

/** Inserts an execution that the caller runs itself. If the caller dies, the sweeper finds it and it ends. */
export async function insertClaimedStep(
  db: StoreDatabase,
  execution: NewExecution,
  held: { lane: string; slots: number; leaseMs: number; words: readonly string[] },
): Promise<Claim> {
  await requireSending(db);
  const { storeId, id } = execution;
  await db.batch([
    beginStatement(execution),
    bind(insertHeld, storeId, id, held.lane, held.slots, held.leaseMs, held.words),
  ]);
  return { executionId: id, position: 0, claims: 1 };
}

export interface LedgerRow {
  state: DeliveryState;
  attempt: number;
  lane: string;
  slots: number;
  claims: number;
  holder: number | null;
  /** Negative once it is due. */
  dueInMs: number;
  /** Time left on the lease, if there is one; negative once it has expired. */
  leaseMs: number | null;
  /** Whether nothing may be sent now. */
  isHeld: boolean;
  /** Why its outcome is unknown, if that was recorded before a worker ends it. */
  error: string | null;
  message: Message | null;
  /** Whether the run that began with it is still sending others of its line in the same slot. */
  goesOn: boolean;
  status: Status;
  actionType: ActionType;
  actionConfigId: string | null;
  startedAt: Date | null;
  sealedInput: Buffer | null;
  traceparent: string | null;
}

/** Below the holder of every message, which is its negated position. */
const HOLDER_OF_STEP = -100_000;

/** The holder of the further messages of a line, so that a redelivered first message waits for them. */
export const claimHolderOf = ({ position }: WorkRef) => (position === 0 ? HOLDER_OF_STEP : -position);

const load = briefRead<LedgerRow>(
  'delivery_load',
  `select ${IS_HELD} as "isHeld", d.error, d.message, d.state, d.attempt, d.lane, d.slots, d.claims, d.holder, ${msUntil('d.due_at')} as "dueInMs",
     ${msUntil('d.lease_until')} as "leaseMs",
     ($2 = 0 or $3 = 1) and exists (
       select from deliveries o
       where o.execution_id = $1 and o.lease_until > now()
         and o.holder = case $2 when 0 then ${HOLDER_OF_STEP} else -$2 end
     ) as "goesOn", e.status, e.action_type as "actionType",
     e.action_config_id as "actionConfigId", e.started_at as "startedAt", i.sealed as "sealedInput", i.traceparent
   from deliveries d
   join executions e on e.store_id = d.store_id and e.id = $1
   left join step_inputs i on i.store_id = d.store_id and i.execution_id = $1
   where d.execution_id = $1 and d.position = $2`,
);

export const loadWork = async (
  db: Queries,
  { executionId, position, attempt }: WorkRef,
): Promise<LedgerRow | null> => (await db.rows(bind(load, executionId, position, attempt)))[0] ?? null;

/** The right to do a piece of work and to record its outcome. */
export interface Claim {
  executionId: string;
  position: number;
  claims: number;
}

const claim = sharedWrite<{ claims: number; hasUnit: boolean }>(
  'delivery_claim',
  `update deliveries
   set state = $4, claims = claims + 1, holder = $5, lease_until = ${msFromNow('$6')}, sweep_at = ${msFromNow('$6')}, sweeps = 0,
     claim_token = $7
   where execution_id = $1 and position = $2 and attempt = $3 and (
     ((state = 'planned' or (state = 'claimed' and lease_until < now())) and not ${IS_HELD})
     or (state = $4 and claim_token = $7)
   )
   returning claims, quota_month is not null as "hasUnit"`,
);

/** `hasUnit`: whether a unit of the store's quota was already taken for it. */
export type HeldClaim = Claim & { hasUnit: boolean };

export interface NewClaim {
  /** Identifies the claim: when requested again, it is found and not mistaken for another run's. */
  token: string;
  into: 'claimed' | 'data';
  leaseMs: number;
}

export const claimStatement = (
  { executionId, position, attempt, generation }: WorkRef,
  { token, into, leaseMs }: NewClaim,
) => bind(claim, executionId, position, attempt, into, generation, leaseMs, token);

/** Reads the row of `claimStatement`; `null` if another run has or had the work, or nothing may be sent. */
export const readClaim = (
  { executionId, position }: WorkRef,
  [row]: readonly { claims: number; hasUnit: boolean }[],
): HeldClaim | null => (row ? { executionId, position, ...row } : null);

/** `null` if another run has or had the work, or if nothing may be sent. */
export const recordClaim = async (db: Queries, ref: WorkRef, wanted: NewClaim): Promise<HeldClaim | null> =>
  readClaim(ref, await db.rows(claimStatement(ref, wanted)));

const enterData = sharedWrite<{ position: number }>(
  'delivery_enter_data',
  `update deliveries set state = 'data', lease_until = ${msFromNow('$4')}, sweep_at = ${msFromNow('$4')}
   where execution_id = $1 and position = $2 and claims = $3 and state = 'claimed' and not ${IS_HELD}
   returning position`,
);

/**
 * Called before the first byte of a message is sent; `false` if the claim was lost or nothing may be sent
 * (contract: Sending 8).
 */
export async function enterDataState(db: Queries, { executionId, position, claims }: Claim, leaseMs: number) {
  return (await db.rows(bind(enterData, executionId, position, claims, leaseMs))).length > 0;
}

const releaseClaimStatement = statement(
  'delivery_give_back',
  `update deliveries set state = 'planned', holder = null, lease_until = null, sweep_at = ${msFromNow('$4')}
   where execution_id = $1 and position = $2 and claims = $3 and state in ('claimed', 'data')`,
);

/** Only if nothing can have been sent; the work then counts as never started. */
export const releaseClaim = (db: Queries, { executionId, position, claims }: Claim, patienceMs: number) =>
  db.rows(bind(releaseClaimStatement, executionId, position, claims, patienceMs));

/** Ends a delivery. The last claimant may still replace `unknown` with the actual outcome. */
const ending = (
  execution: string,
  position: string,
  claims: string,
  state: string,
  error: string,
  said: string,
) =>
  `update deliveries
   set state = ${state}, error = ${error}, message = ${said}, ended_at = now(), lease_until = null, sweep_at = null
   where execution_id = ${execution} and position = ${position} and claims = ${claims}
     and state in ('planned', 'claimed', 'data', 'unknown')
   returning position`;

const nth = (n: number) => `$${FINISHING_VALUE_COUNT + n}`;
const endStep = finishStatement(sharedWrite, 'delivery_end_step', {
  name: 'ended',
  text: ending('$1', nth(1), nth(2), nth(3), '$3', '$10'),
  values: 3,
});

/** Ends a piece of work and its execution; `false` when the claim was lost or it had already ended. */
export async function endStepWork(
  { db, vault }: { db: Queries; vault: Vault },
  held: Claim,
  state: EndState,
  outcome: ExecutionOutcome,
): Promise<boolean> {
  const found = withErrorWords(await vault.unlock(), outcome);
  const ended = endStep(held.executionId, found, [held.position, held.claims, state]);
  return (await db.rows(ended)).length > 0;
}

export interface RetryRequest {
  delayMs: number;
  patienceMs: number;
  /** Added to the execution. */
  note: { attempts: number; startedAt: Date; timeline: NewTimelineEntry[] };
}

const retry = statement<{ attempt: number; lane: string; slots: number }>(
  'delivery_retry',
  `with again as (
     update deliveries
     set state = 'planned', attempt = attempt + 1, generation = 0, sweeps = 0, holder = null, lease_until = null,
       due_at = ${msFromNow('$4')}, sweep_at = ${msFromNow('$4::double precision + $5::double precision')}
     where execution_id = $1 and position = $2 and claims = $3 and state in ('claimed', 'data')
     returning attempt, lane, slots
   ), noted as (
     update executions
     set attempts = greatest(attempts, $6), started_at = coalesce(started_at, $7),
       timeline = (timeline::jsonb || $8::jsonb)::json
     where id = $1 and status = 'PENDING' and exists (select from again)
   )
   select * from again`,
);

/** Plans the next attempt; `null` when the claim was lost. */
export async function retryWork(
  db: Queries,
  storeId: string,
  { executionId, position, claims }: Claim,
  { delayMs, patienceMs, note }: RetryRequest,
): Promise<LaneWork | null> {
  const values = [note.attempts, note.startedAt, timelineJson(note.timeline)];
  const [row] = await db.rows(bind(retry, executionId, position, claims, delayMs, patienceMs, ...values));
  return row ? { storeId, executionId, position, generation: 0, ...row } : null;
}

const inputOf = briefRead<{ sealed: Buffer }>(
  'step_input_get',
  'select sealed from step_inputs where execution_id = $1',
);

/** The input of a step, or the plan that replaced it; `null` once it is erased. */
export const stepInputOf = async (db: Queries, executionId: string) =>
  (await db.rows(bind(inputOf, executionId)))[0]?.sealed ?? null;
