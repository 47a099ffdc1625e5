import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../harness/client.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';

const LIMIT = 300;
const WINDOW_MS = 60_000;

interface Accepted {
  sent: number;
  received: number;
}

describe('8 API processes', () => {
  let outstep: Outstep;
  beforeAll(async () => {
    outstep = await startOutstep({ processes: 8 });
  });
  afterAll(() => outstep?.close());

  test('never more than 300 in any 60 s over all of them, bursts at the edge included (spec: Limit: Requests per key; Limits 2)', async () => {
    const key = await outstep.newKey(await outstep.newStore(), 'read');
    const accepted: Accepted[] = [];
    let refused = 0;
    const one = async (process: number) => {
      const sent = performance.now();
      const { status } = await call(
        outstep.apis[process % 8]?.origin as string,
        key.key,
        'GET',
        '/api/v1/secrets',
      );
      if (status === 429) refused++;
      else accepted.push({ sent, received: performance.now() });
      expect([200, 429]).toContain(status);
    };
    const burst = (size: number) => Promise.all(Array.from({ length: size }, (_, i) => one(i)));

    await one(0);
    const start = accepted[0]?.received as number;
    const at = (ms: number) => sleep(Math.max(0, start + ms - performance.now()));
    // The classic attack on a fixed window: save the budget for its end and spend the next at once.
    await at(WINDOW_MS - 5000);
    await burst(LIMIT + 20);
    for (let ms = WINDOW_MS - 800; ms < WINDOW_MS + 1500; ms += 100) {
      await at(ms);
      await burst(8);
    }
    // Only the very first unit has come back by now, whether the large burst was over before or not.
    expect(accepted).toHaveLength(LIMIT + 1);
    for (const [i, later] of accepted.slice(LIMIT).entries()) {
      // Whenever each was accepted, it lies between sending and receiving: this many in less than a window is proof.
      expect(later.received - (accepted[i] as Accepted).sent).toBeGreaterThanOrEqual(WINDOW_MS);
    }
    expect(refused).toBeGreaterThan(100);
  });
});
