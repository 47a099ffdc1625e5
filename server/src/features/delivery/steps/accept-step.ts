import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { LaneWork } from '../../../kernel/engine.ts';
import { notFound } from '../../../kernel/error.ts';
import { invalidField } from '../../../kernel/fields.ts';
import { timestampOfId } from '../../../kernel/id.ts';
import { message, textOf } from '../../../kernel/messages/message.ts';
import type { PlatformAnswer } from '../../../kernel/platform-action.ts';
import type { OpenVault } from '../../../kernel/ports.ts';
import { safeName } from '../../../kernel/safe-name.ts';
import type { ActionType, Trigger } from '../../records/history/history.schema.ts';
import { findOutcome } from '../../records/history/history.store.ts';
import { wordMacs } from '../../records/history/search-words.rules.ts';
import { type Lane, laneOfStore } from '../ledger/lanes.rules.ts';
import { type AcceptedStep, insertStep } from '../ledger/ledger.store.ts';
import { kindOf } from '../ledger/report-attempt.ts';
import { stepInputSealContext } from '../ledger/step-input.rules.ts';
import type { WorkContext } from '../ledger/work.ts';
import { recordStepReferenceOnce } from '../step-references/record-step-reference.ts';
import { differingMembers } from './repeated-step.rules.ts';
import { type StepInputData, shownStep } from './shown-references.ts';
import { warningsOfStep } from './step-warnings.rules.ts';
import type { stepAnswer } from './steps.schema.ts';

/** A platform waits ten seconds for a response, then repeats the call. */
const ANSWER_WITHIN_MS = 8_000;
const FIRST_LOOK_MS = 50;
const LONGEST_PAUSE_MS = 500;

export type AcceptStepContext = Pick<
  WorkContext,
  'storeId' | 'db' | 'vault' | 'heavy' | 'engine' | 'warn' | 'newId' | 'now' | 'instruments'
> & {
  readonly ledger: { patienceMs: number };
  /** Run ids are unique per platform. */
  readonly platform: string;
};

/** The context of a call from a workflow platform. */
export interface StepContext extends WorkContext {
  readonly platform: string;
}

export interface NewStep {
  actionType: ActionType;
  /**
   * `null` when the record that the step names does not exist; the step then fails, and history records why.
   */
  actionConfigId: string | null;
  /** The name of the record, or the ID that the step sent if the store has no such record. */
  actionConfigName: string | { unknown: string };
  trigger: Trigger;
  runId: string;
  stepId: string | null;
  /** Name of the workflow, if the call included it. */
  workflow?: string | null;
  /** The lane it waits in, unless that is the store's own. */
  lane?: Lane | undefined;
  /** The data that the step was given; history also masks its personal parts in run, step and workflow. */
  given?: StepInputData;
  /** The input of the step, serialized by its feature; sealed, and erased a week after the step ends. */
  input: string;
}

type StepAnswer = PlatformAnswer<z.output<typeof stepAnswer>>;

async function answerOf(ctx: AcceptStepContext, executionId: string): Promise<StepAnswer> {
  const found = await findOutcome(ctx.db, executionId);
  if (!found) throw notFound();
  const { status, error } = found;
  const warnings = warningsOfStep(found);
  return {
    value: {
      ...{ executionId, status },
      ...(error !== null && { error }),
      ...(warnings.length > 0 && { warnings }),
    },
    status: status === 'PENDING' ? 202 : 200,
    executionId,
  };
}

/** Submits new work and waits until it has run. If the engine is unavailable, the ledger keeps the work. */
async function submitWork(ctx: AcceptStepContext, work: LaneWork): Promise<void> {
  try {
    await ctx.engine.run(work, ANSWER_WITHIN_MS);
  } catch (error) {
    ctx.warn(error, 'the engine did not take a step');
  }
}

/** Records what a step uses from its runs; the step does not fail if that cannot be recorded. */
async function noteStep(
  { db, storeId, platform, warn }: AcceptStepContext,
  { actionType, actionConfigId, trigger }: NewStep,
  { stepId, workflow }: { stepId: string | null; workflow: string | null },
): Promise<void> {
  if (actionConfigId === null || stepId === null || trigger !== 'workflow') return;
  try {
    await recordStepReferenceOnce(db, { storeId, platform, workflow, stepId, actionType, actionConfigId });
  } catch (error) {
    warn(error, 'what a step uses was not recorded');
  }
}

const HAS_MASK = /\*\*|\[secret:/;

/**
 * If every step of a workflow shared a run ID, only the first would run, and the others would get its success
 * (contract: Workflow platforms 3). A step whose name history masks cannot be compared, so it passes.
 */
function refuseOtherStep(step: NewStep, shown: string | null, before: AcceptedStep): void {
  const isOtherAction = before.actionType !== null && before.actionType !== step.actionType;
  const isOtherStep =
    before.stepId !== null && ![step.stepId, shown].includes(before.stepId) && !HAS_MASK.test(before.stepId);
  if (isOtherAction || isOtherStep) throw invalidField('runId', message('run_of_another_step'));
}

/**
 * The name of a run whose layout or request does not exist: it contains the ID that the step sent, as history
 * shows it (contract: History and stats 19).
 */
const nameOfUnknown = (actionType: ActionType, shownId: string | null) => {
  const id = safeName(shownId ?? '');
  return textOf(
    message(actionType === 'EMAIL' ? 'unknown_layout_named' : 'unknown_http_request_named', { id }),
  );
};

/** Which members of a repeated call have no effect, because those of the first one decided what runs. */
function repeatsOf(vault: OpenVault, step: NewStep, before: AcceptedStep): Pick<StepAnswer, 'repeats'> {
  const { id, sealedInput } = before;
  const input = sealedInput && vault.open(stepInputSealContext(id), sealedInput);
  return { repeats: { differing: differingMembers({ ...before, input }, step) } };
}

/**
 * Records the step before running it: whatever happens after this has returned, the step is not lost
 * (contract: Workflow platforms 4).
 */
export async function acceptStep(ctx: AcceptStepContext, step: NewStep): Promise<StepAnswer> {
  const until = performance.now() + ANSWER_WITHIN_MS;
  const { input, given, lane = laneOfStore(ctx.storeId), actionConfigName: name, ...fields } = step;
  const { runId, stepId, workflow = null } = fields;
  const id = ctx.newId();
  const vault = await ctx.vault.unlock();
  const unknown = typeof name === 'string' ? null : name.unknown;
  const { shown, words } = await shownStep(ctx, { runId, stepId, workflow, unknown }, given);
  const { storeId, instruments } = ctx;
  const kind = kindOf(step.actionType);
  const traceparent = instruments.trace?.traceparent ?? null;
  const { executionId, before, isHeld } = await instruments.measure(kind, 'accept', () =>
    insertStep(ctx.db, {
      ...fields,
      actionConfigName: typeof name === 'string' ? name : nameOfUnknown(step.actionType, shown.unknown),
      ...lane,
      storeId,
      platform: ctx.platform,
      id,
      // Lists of a period select by ID, so this must be the time in the ID.
      createdAt: timestampOfId(id),
      sealedInput: vault.seal(stepInputSealContext(id), input),
      patienceMs: ctx.ledger.patienceMs,
      traceparent,
      shown,
      words: wordMacs(vault, words),
    }),
  );
  instruments.stepTaken(kind, executionId, before === null);
  if (before) refuseOtherStep(step, shown.stepId, before);
  else await noteStep(ctx, step, shown);
  // If the call's own first try was stored before its connection broke, the call is not a repeat.
  const repeats = before && executionId !== id ? repeatsOf(vault, step, before) : {};
  // The step is stored, and the sweeper submits it once sending is allowed again.
  if (isHeld) return { ...(await answerOf(ctx, executionId)), ...repeats };
  if (!before)
    await submitWork(ctx, { storeId, executionId, position: 0, attempt: 1, generation: 0, ...lane });
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const answer = await answerOf(ctx, executionId);
    if (answer.status === 200 || performance.now() + pause > until) return { ...answer, ...repeats };
    await sleep(pause);
  }
}
