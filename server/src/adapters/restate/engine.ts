import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '../../kernel/deadline.ts';
import {
  ENGINE_HANDLER,
  ENGINE_OBJECT,
  type Engine,
  type LaneWork,
  REPOSITORY_HANDLER,
  REPOSITORY_OBJECT,
  type RepositoryPush,
  slotOf,
  type WorkRef,
} from '../../kernel/engine.ts';
import { forgetInvocations } from './forget-invocations.ts';
import { IngressConnection, type IngressResponse } from './ingress-connection.ts';

/** Longer than the engine needs to persist a submission, shorter than callers wait. */
const SUBMIT_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** Restate's status for an invocation that has not completed. */
const NOT_COMPLETED = 470;

/** The engine runs each idempotency key once, so a submission with an unknown outcome can be repeated. */
const idempotencyKeyOf = ({ executionId, position, attempt, generation }: WorkRef) =>
  `${executionId}:${position}:${attempt}:${generation}`;

const pathOf = (work: LaneWork) =>
  `/${ENGINE_OBJECT}/${encodeURIComponent(`${work.lane}:${slotOf(work)}`)}/${ENGINE_HANDLER}`;

const bodyOf = ({ storeId, executionId, position, attempt, generation }: WorkRef) =>
  JSON.stringify({ storeId, executionId, position, attempt, generation } satisfies WorkRef);

interface Submission {
  path: string;
  idempotencyKey: string;
  body: string;
}

const submissionOf = (work: LaneWork): Submission => ({
  path: pathOf(work),
  idempotencyKey: idempotencyKeyOf(work),
  body: bodyOf(work),
});

const submissionOfPush = ({ storeId, repository, submission }: RepositoryPush): Submission => ({
  path: `/${REPOSITORY_OBJECT}/${encodeURIComponent(repository)}/${REPOSITORY_HANDLER}`,
  idempotencyKey: submission,
  body: JSON.stringify({ storeId }),
});

const sendSuffix = (delayMs: number) => `/send${delayMs > 0 ? `?delay=${Math.ceil(delayMs)}ms` : ''}`;

/** Whether to retry after this error. Retrying any other would fail the same way. */
const isTransient = ({ status }: IngressResponse) => status >= 500 || status === 429;

/** Restate's ingress: an accepted submission is on disk. */
export function createEngine(
  ingressUrl: string,
  adminUrl: string,
  onCall: (isTaken: boolean) => void = () => undefined,
): Engine {
  const connection = new IngressConnection(ingressUrl);

  /**
   * Retries until it gets a response or runs out of time; a restarting engine is down for a second or two.
   */
  async function post(submission: Submission, suffix: string, late: AbortSignal): Promise<string> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': submission.idempotencyKey };
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const outcome = await connection
        .post(submission.path + suffix, headers, submission.body, late)
        .catch((error: Error) => error);
      if (!(outcome instanceof Error)) {
        if (outcome.status < 300) return outcome.body;
        if (!isTransient(outcome))
          throw new Error(`the engine answered ${outcome.status}: ${outcome.body.slice(0, 300)}`);
      }
      if (late.aborted)
        throw outcome instanceof Error ? outcome : new Error(`the engine answered ${outcome.status}`);
      await sleep(pause, undefined, { signal: late }).catch(() => undefined);
    }
  }

  async function counted<T>(ms: number, work: (late: AbortSignal) => Promise<T>): Promise<T> {
    try {
      const value = await withTimeout(ms, work);
      onCall(true);
      return value;
    } catch (error) {
      onCall(false);
      throw error;
    }
  }

  return {
    async submit(work, delayMs = 0) {
      await counted(SUBMIT_MS, (late) => post(submissionOf(work), sendSuffix(delayMs), late));
    },
    ensure: (work) =>
      counted(SUBMIT_MS, async (late) => {
        const { status, invocationId } = JSON.parse(await post(submissionOf(work), sendSuffix(0), late));
        if (status === 'Accepted') return 'taken';
        const output = await connection.get(`/restate/invocation/${invocationId}/output`, late);
        return output.status === NOT_COMPLETED ? 'waiting' : 'over';
      }),
    run: (work, waitMs) =>
      counted(waitMs, async (late) => {
        try {
          await post(submissionOf(work), '', late);
        } catch (error) {
          if (!late.aborted) throw error;
        }
      }),
    async push(push, delayMs = 0) {
      await counted(SUBMIT_MS, (late) => post(submissionOfPush(push), sendSuffix(delayMs), late));
    },
    forget: (lanes, repositories) => forgetInvocations(adminUrl, lanes, repositories),
  };
}
