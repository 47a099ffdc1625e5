import { expect, test } from 'vitest';
import { sized } from '../harness/size.ts';
import { runChaos } from './chaos.ts';
import { shortDelays } from './storm.ts';

/** `npm run chaos` is the full run. Wiping an engine kills it first. */
const size = sized(
  {
    ...{ steps: 12, stores: 1, workers: 2, workerKills: 1, engineKills: 1, seconds: 2 },
    ...{ wipes: 0, databaseRestarts: 0 },
    ...{ retrySeconds: '0,0.05,1,2,3,4,5,6', sweepSeconds: 2, turnsClock: true },
  },
  {
    ...{ steps: 240, stores: 10, workers: 3, workerKills: 6, engineKills: 1, seconds: 12 },
    ...{ wipes: 1, databaseRestarts: 1, ...shortDelays },
  },
);

test('emails and calls survive killed workers, a wiped engine and a restarted PostgreSQL', async () => {
  const lines: string[] = [];
  const { faults, unknown, ...totals } = await runChaos({
    ...size,
    say: (line) => lines.push(line),
  });
  console.log(`${lines.join('\n')}\n${JSON.stringify(totals)}\nunknown: ${JSON.stringify(unknown)}`);
  expect(totals.steps).toBe(size.steps);
  expect(totals.mails, 'most mails arrive, or this proves little').toBeGreaterThan(totals.deliveries / 2);
  expect(faults).toEqual({
    lost: [],
    stuck: [],
    doubled: [],
    untrue: [],
    unexplainedUnknown: [],
    miscounted: [],
  });
}, 600_000);
