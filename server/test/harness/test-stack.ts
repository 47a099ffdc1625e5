import { startEngine, type TestEngine } from './engine.ts';
import { type Outstep, startOutstep, type TestKey } from './outstep.ts';
import { type Env, type OutstepProcess, startWorker } from './process.ts';
import { callStep, type StepAnswer } from './signed-step.ts';
import { startTarget, type Target } from './target.ts';

/** Everything a step passes through: API, engine, worker and a target, with a store that may use them. */
export interface TestStack {
  outstep: Outstep;
  engine: TestEngine;
  worker: OutstepProcess;
  target: Target;
  key: TestKey;
  storeId: string;
  secret: string;
  newRequest(fields?: Record<string, unknown>): Promise<string>;
  step(requestId: string, runId: string, fields?: Record<string, unknown>): Promise<StepAnswer>;
  entry(executionId: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** The parts that stores can share. */
export type SharedServices = Pick<TestStack, 'outstep' | 'engine' | 'worker' | 'close'>;

export async function startSharedServices(env: Env = {}, databaseUrl?: string): Promise<SharedServices> {
  const engine = await startEngine();
  const outstep = await startOutstep({
    env: { OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8', ...engine.env, ...env },
    databaseUrl,
  });
  const worker = await startWorker(outstep.env);
  return {
    outstep,
    engine,
    worker,
    async close() {
      if (worker.child.exitCode === null && worker.child.signalCode === null) await worker.stop();
      await outstep.close();
      await engine.close();
    },
  };
}

export const startTestStack = async (env: Env = {}, databaseUrl?: string): Promise<TestStack> =>
  newTestStack(await startSharedServices(env, databaseUrl));

/** A store that may use the shared services, and a target. */
export async function newTestStack(works: SharedServices): Promise<TestStack> {
  const { outstep } = works;
  const target = await startTarget();
  const storeId = await outstep.newStore();
  const key = await outstep.newKey(storeId, 'write');
  const { secret } = (await outstep.operator(storeId, 'create_platform_secret', {})) as { secret: string };
  return {
    ...works,
    target,
    key,
    storeId,
    secret,
    async newRequest(fields = {}) {
      const made = await outstep.call(key, 'POST', '/api/v1/http-requests', {
        name: 'Tell the warehouse',
        method: 'POST',
        url: `${target.origin}/orders/{{ variables.order }}`,
        ...fields,
      });
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      return made.body.id;
    },
    step: (requestId, runId, fields = {}) =>
      callStep(outstep.origin, storeId, secret, 'http-request', {
        runId,
        stepId: 'step-1',
        requestId,
        variables: { order: runId },
        ...fields,
      }),
    async entry(executionId) {
      return (await outstep.call(key, 'GET', `/api/v1/history/${executionId}`)).body;
    },
    async close() {
      await works.close();
      await target.close();
    },
  };
}

/** Asks repeatedly until the condition holds; otherwise throws with the last value. */
export async function eventually<T>(
  ask: () => Promise<T>,
  isSo: (value: T) => boolean,
  patienceMs = 30_000,
): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const value = await ask();
    if (isSo(value)) return value;
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(value)} after ${patienceMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
