import { expect, test } from 'vitest';
import { runChaos } from './chaos.ts';

/** The short one; `npm run chaos` is the whole of it. */
test('mails and calls survive killed workers, a killed and wiped engine and a restarted PostgreSQL', async () => {
  const lines: string[] = [];
  const { faults, unknown, ...totals } = await runChaos({
    steps: 240,
    workerKills: 6,
    engineKills: 1,
    wipes: 1,
    databaseRestarts: 1,
    seconds: 12,
    say: (line) => lines.push(line),
  });
  console.log(`${lines.join('\n')}\n${JSON.stringify(totals)}\nunknown: ${JSON.stringify(unknown)}`);
  expect(totals.steps).toBe(240);
  expect(totals.mails, 'most mails arrive, or this proves little').toBeGreaterThan(800);
  expect(faults).toEqual({
    lost: [],
    stuck: [],
    doubled: [],
    untrue: [],
    unexplainedUnknown: [],
    miscounted: [],
  });
}, 600_000);
