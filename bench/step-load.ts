import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { signedHeaders } from '../server/test/harness/signed-step.ts';
import { quantile } from './latency.ts';

export interface StepCall {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A call signed like a platform's. */
export function signed(url: string, secret: string, fields: object): StepCall {
  const body = JSON.stringify(fields);
  return { url, headers: signedHeaders(secret, body), body };
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** Resolves to whether the step succeeded. A bare handler reports success by its status alone. */
export function startStep({ url, headers, body }: StepCall): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve(answer.statusCode === 200 && !text.includes('"FAILED"')));
    });
    outgoing.on('error', reject).end(body);
  });
}

export interface StepsMeasured {
  done: number;
  seconds: number;
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
}

/** Rounded to tenths of a millisecond; more precision would be noise. */
export const percentile = (times: readonly number[], share: number) =>
  Math.round(quantile(times, share) * 10) / 10;

function summed(times: number[], failed: number, seconds: number): StepsMeasured {
  return {
    done: times.length,
    seconds,
    perSecond: Math.round(times.length / seconds),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failed,
  };
}

/** Sends `clients` steps at a time, each waiting for its response, until all are done. */
async function loop(next: () => StepCall, clients: number, isOver: () => boolean): Promise<StepsMeasured> {
  const times: number[] = [];
  let failed = 0;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (!isOver()) {
        const began = performance.now();
        const well = await startStep(next());
        times.push(performance.now() - began);
        if (!well) failed++;
      }
    }),
  );
  return summed(times, failed, (performance.now() - from) / 1000);
}

export function closedLoop(next: () => StepCall, clients: number, seconds: number): Promise<StepsMeasured> {
  const until = performance.now() + seconds * 1000;
  return loop(next, clients, () => performance.now() >= until);
}

/** Runs a fixed number of steps, for warming up. */
export function countedLoop(next: () => StepCall, clients: number, count: number): Promise<StepsMeasured> {
  let begun = 0;
  return loop(next, clients, () => begun++ >= count);
}

/** Starts `rate` steps per second, regardless of the responses. */
export async function openLoop(next: () => StepCall, rate: number, seconds: number): Promise<StepsMeasured> {
  const times: number[] = [];
  let failed = 0;
  const pending: Promise<unknown>[] = [];
  const from = performance.now();
  while (performance.now() - from < seconds * 1000) {
    const due = ((performance.now() - from) / 1000) * rate;
    while (pending.length < due) {
      const began = performance.now();
      pending.push(
        startStep(next()).then((well) => {
          times.push(performance.now() - began);
          if (!well) failed++;
        }),
      );
    }
    await sleep(2);
  }
  await Promise.all(pending);
  return summed(times, failed, (performance.now() - from) / 1000);
}
