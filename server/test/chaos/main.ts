import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';
import { isClean } from './judge.ts';
import { shortDelays } from './storm.ts';

/** `npm run chaos`: the full run, which takes a quarter of an hour. Every number can be set. */
const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '10000' },
    stores: { type: 'string', default: '10' },
    workers: { type: 'string', default: '3' },
    'worker-kills': { type: 'string', default: '200' },
    'engine-kills': { type: 'string', default: '10' },
    wipes: { type: 'string', default: '1' },
    'database-restarts': { type: 'string', default: '3' },
    seconds: { type: 'string', default: '420' },
  },
});

const startedAt = performance.now();
const elapsed = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
const judgment = await runChaos({
  ...shortDelays,
  steps: Number(values.steps),
  stores: Number(values.stores),
  workers: Number(values.workers),
  workerKills: Number(values['worker-kills']),
  engineKills: Number(values['engine-kills']),
  wipes: Number(values.wipes),
  databaseRestarts: Number(values['database-restarts']),
  seconds: Number(values.seconds),
  say: (line) => console.log(`${elapsed().padStart(6)}  ${line}`),
});

const { steps, deliveries, succeeded, failed, mails, refused, faults, unknown } = judgment;
console.log(`\n${steps} steps with ${deliveries} deliveries: ${succeeded} succeeded, ${failed} failed`);
console.log(`${mails} mails in mailboxes, ${refused} refused for good`);
for (const [fault, list] of Object.entries(faults)) {
  console.log(`${fault}: ${list.length}`);
  for (const line of list.slice(0, 20)) console.log(`  ${line}`);
}
console.log(
  `unknown: ${unknown.length}, of which ${unknown.filter(({ arrived }) => arrived).length} had arrived`,
);
for (const { name, arrived, why } of unknown)
  console.log(`  ${name}: ${why}, ${arrived ? 'arrived' : 'not arrived'}`);
process.exit(isClean(judgment) ? 0 : 1);
