import { Refusal } from '../../kernel/error.ts';
import { claimWork } from '../delivery/ledger/claim-work.ts';
import { endStepWork } from '../delivery/ledger/ledger.store.ts';
import { reportAttempt } from '../delivery/ledger/report-attempt.ts';
import { delayAfter } from '../delivery/ledger/retry.rules.ts';
import { retryLater } from '../delivery/ledger/retry-later.ts';
import type { LoadedWork, WorkContext } from '../delivery/ledger/work.ts';
import { endCall, leaseOf, makeCall, type PreparedCall, prepareCall } from './execute-http-request.ts';
import { callSteps } from './http-requests.schema.ts';
import { findHttpRequest } from './http-requests.store.ts';
import { maskReason } from './masking-work.rules.ts';
import { mayRepeat } from './outcome.rules.ts';

const LOST =
  'its process stopped while the call was under way; whether the target acted on it is not known, so it was not repeated';

/** Ends the step without a call. */
async function endWithout(
  ctx: WorkContext,
  { ref, row }: LoadedWork,
  state: 'failed' | 'unknown',
  error: string,
): Promise<void> {
  const began = performance.now();
  const at = ctx.now();
  await endStepWork(ctx.db, { ...ref, claims: row.claims }, state, {
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

async function prepared(ctx: WorkContext, { row, input }: LoadedWork): Promise<PreparedCall | string> {
  const request = row.actionConfigId === null ? null : await findHttpRequest(ctx.db, row.actionConfigId);
  if (!request) return 'the HTTP request of this step does not exist';
  const { variables } = callSteps.read(input);
  try {
    return await prepareCall(ctx, request, () => variables);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'invalid')) throw error;
    return ctx.heavy(maskReason, { knowledge: { within: variables }, values: error.message });
  }
}

/** Makes a step's call at most once, unless the target certainly did not process it. */
export async function runHttpRequestStep(ctx: WorkContext, work: LoadedWork): Promise<void> {
  const { ref, row } = work;
  // Only work whose lease has ended gets here in this state.
  if (row.state === 'data') return endWithout(ctx, work, 'unknown', row.error ?? LOST);
  const began = performance.now();
  const { instruments } = ctx;
  const call = await instruments.measure('http', 'prepare', () => prepared(ctx, work));
  if (typeof call === 'string') return endWithout(ctx, work, 'failed', call);
  const claim = await instruments.measure('http', 'claim', () =>
    claimWork(ctx, ref, 'data', leaseOf(call.plain)),
  );
  if (!claim) return;
  instruments.sending('http', ref);
  const made = await makeCall(ctx, call);
  const { attempt } = ref;
  const delayMs = delayAfter(attempt, ctx.ledger.schedule);
  if (made.shown.error !== null && delayMs !== null && mayRepeat(made.outcome)) {
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
