import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { Backlog } from '../../kernel/backlog.ts';
import { addBacklogMetrics } from './backlog-metrics.ts';

const values: Backlog = {
  ...{ httpWaiting: 3, httpSeconds: 1.5, mailWaiting: 0, mailSeconds: 0 },
  ...{ pushSeconds: 60, erasureSeconds: 7, isHeld: true },
};

test('queries the database once for all values, concurrent readers and quick repeats', async () => {
  const registry = new Registry();
  let asked = 0;
  addBacklogMetrics(registry, async () => {
    asked++;
    return values;
  });
  await Promise.all([registry.metrics(), registry.metrics()]);
  const text = await registry.metrics();
  expect(asked).toBe(1);
  expect(text).toContain('outstep_deliveries_waiting{kind="http"} 3');
  expect(text).toContain('outstep_delivery_oldest_wait_seconds{kind="http"} 1.5');
  expect(text).toContain('outstep_repository_push_lag_seconds 60');
  expect(text).toContain('outstep_erasure_lag_seconds 7');
  expect(text).toContain('outstep_sending_held 1');
});

test('while the database does not respond, only its own values are missing', async () => {
  const registry = new Registry();
  const answers = [
    async () => values,
    () => Promise.reject(new Error('away')),
    () => new Promise<never>(() => {}),
  ];
  addBacklogMetrics(registry, () => answers.shift()?.() as Promise<Backlog>, 0);
  const samples = async () => (await registry.metrics()).split('\n').filter((line) => /^outstep/.test(line));
  expect(await samples()).toHaveLength(7);
  expect(await samples()).toEqual([]);
  // The query never returns, and reading metrics does not wait for it.
  expect(await samples()).toEqual([]);
});
