import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { monitorLoop, SLOW_TICK_MS } from './loop-monitor.ts';
import { createMetrics } from './metrics.ts';

async function longestTurn(work: () => unknown): Promise<number> {
  let longest = 0;
  const monitor = monitorLoop((ms) => {
    longest = Math.max(longest, ms);
  });
  await sleep(60);
  longest = 0;
  await work();
  await sleep(60);
  monitor.stop();
  return longest;
}

/** Uses CPU time of our own thread, so that it does the same work on a busy machine. */
function work(ms: number) {
  const begun = process.threadCpuUsage();
  for (let done = 0; done < ms * 1000; ) {
    const { user, system } = process.threadCpuUsage(begun);
    done = user + system;
  }
}

test('reports a busy tick with its CPU time', async () => {
  const ms = await longestTurn(() => work(150));
  expect(ms).toBeGreaterThan(120);
  expect(ms).toBeLessThan(250);
});

test('ignores a tick that only waits', async () => {
  const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  expect(await longestTurn(wait)).toBeLessThan(SLOW_TICK_MS);
});

test('counts long ticks and reports the longest until it is read', async () => {
  const metrics = createMetrics({ version: '0.3.0', commit: null });
  metrics.start();
  const value = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics.text())?.[1]);
  await sleep(60);
  await metrics.text();
  const before = await value('outstep_loop_long_turns_total');
  work(150);
  await sleep(60);
  expect(await value('outstep_loop_longest_turn_seconds')).toBeGreaterThan(0.12);
  expect(await value('outstep_loop_long_turns_total')).toBe(before + 1);
  expect(await value('outstep_loop_longest_turn_seconds')).toBeLessThan(0.05);
  metrics.stop();
});
