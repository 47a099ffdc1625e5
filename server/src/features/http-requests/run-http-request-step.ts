import { OperationError } from '../../kernel/error.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import { claimWork } from '../delivery/ledger/claim-work.ts';
import { endStepWork } from '../delivery/ledger/ledger.store.ts';
import { reportAttempt } from '../delivery/ledger/report-attempt.ts';
import { delayAfter } from '../delivery/ledger/retry.rules.ts';
import { retryLater } from '../delivery/ledger/retry-later.ts';
import type { LoadedWork, WorkContext } from '../delivery/ledger/work.ts';
import { messageOf } from '../records/history/stored-message.rules.ts';
import { endCall, leaseOf, prepareCall, type SavedCall, sendHttpRequest } from './execute-http-request.ts';
import { httpRequestSteps } from './http-requests.schema.ts';
import { findHttpRequest } from './http-requests.store.ts';
import { maskReason } from './masking-work.rules.ts';
import { isSafeToRetry } from './outcome.rules.ts';

const LOST = message('stopped_during_call');

/** Ends the step without a call. */
async function endStepWithoutCall(
  ctx: WorkContext,
  { ref, row }: LoadedWork,
  state: 'failed' | 'unknown',
  error: Message,
): Promise<void> {
  const began = performance.now();
  const at = ctx.now();
  await endStepWork(ctx, { ...ref, claims: row.claims }, state, {
    status: 'FAILED',
    error,
    request: null,
    response: null,
    timeline: [{ at: at.toISOString(), event: state, detail: error }],
    attempts: state === 'unknown' ? ref.attempt : ref.attempt - 1,
    startedAt: null,
    finishedAt: at,
  });
  reportAttempt(ctx, { ref, row }, state, began);
}

async function prepared(ctx: WorkContext, { row, input }: LoadedWork): Promise<SavedCall | Message> {
  const request = row.actionConfigId === null ? null : await findHttpRequest(ctx.db, row.actionConfigId);
  if (!request) return message('http_request_of_step_gone');
  const { variables } = httpRequestSteps.read(input);
  try {
    return await prepareCall(ctx, request, () => variables);
  } catch (error) {
    if (!(error instanceof OperationError && error.kind === 'invalid')) throw error;
    return ctx.heavy(maskReason, { knowledge: { within: variables }, values: error.said });
  }
}

/** Makes a step's call at most once, unless the target definitely did not process it. */
export async function runHttpRequestStep(ctx: WorkContext, work: LoadedWork): Promise<void> {
  const { ref, row } = work;
  // Only work whose lease has expired reaches this state.
  if (row.state === 'data') return endStepWithoutCall(ctx, work, 'unknown', messageOf(row) ?? LOST);
  const began = performance.now();
  const { instruments } = ctx;
  const call = await instruments.measure('http', 'prepare', () => prepared(ctx, work));
  if ('code' in call) return endStepWithoutCall(ctx, work, 'failed', call);
  const claim = await instruments.measure('http', 'claim', () =>
    claimWork(ctx, ref, 'data', leaseOf(call.plain)),
  );
  if (!claim) return;
  instruments.sending('http', ref);
  const made = await sendHttpRequest(ctx, call);
  const { attempt } = ref;
  const delayMs = delayAfter(attempt, ctx.ledger.schedule);
  if (made.shown.error !== null && delayMs !== null && isSafeToRetry(made.outcome)) {
    const { startedAt } = made;
    const sentence = made.shown.error;
    await instruments.measure('http', 'record', () =>
      retryLater(ctx, claim, { attempt, delayMs, startedAt, sentence }),
    );
    return reportAttempt(ctx, work, 'retry', began);
  }
  const state = await instruments.measure('http', 'record', () => endCall(ctx, claim, made, attempt));
  reportAttempt(ctx, work, state, began);
}
