import { expect, test } from 'vitest';
import { runChaos } from './chaos.ts';

/** The short one; `npm run chaos` is the whole of it. */
test('a thousand steps survive killed workers, a killed and wiped engine and a restarted PostgreSQL', async () => {
  const lines: string[] = [];
  const { steps, faults, unknown } = await runChaos({
    calls: 850,
    fanOuts: 150,
    workerKills: 15,
    engineKills: 1,
    wipes: 1,
    databaseRestarts: 1,
    seconds: 45,
    say: (line) => lines.push(line),
  });
  console.log(`${lines.join('\n')}\nunknown: ${JSON.stringify(unknown)}`);
  expect(steps).toBe(1000);
  expect(faults).toEqual({
    lost: [],
    stuck: [],
    doubled: [],
    untrue: [],
    unexplainedUnknown: [],
    miscounted: [],
  });
}, 600_000);
