import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { monitorLoop, SLOW_TICK_MS } from '../../src/adapters/telemetry/loop-monitor.ts';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep?.close());

test('creating DKIM keys does not block other requests', async () => {
  const storeId = await outstep.newStore();
  const make = (domain: string) => outstep.operator(storeId, 'create_dkim_key', { domain, selector: 'mail' });
  // The first call loads what all need.
  await make('first.example');
  let longest = 0;
  const monitor = monitorLoop((ms) => {
    longest = Math.max(longest, ms);
  });
  await sleep(60);
  longest = 0;
  for (let i = 0; i < 6; i++) await make(`shop${i}.example`);
  await sleep(60);
  monitor.stop();
  expect(longest).toBeLessThan(SLOW_TICK_MS);
});
