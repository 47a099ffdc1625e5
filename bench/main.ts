import { availableParallelism } from 'node:os';
import { reportBars, reportMissed } from './contest.ts';
import { benchLayouts } from './layouts.ts';
import { benchMails } from './mails.ts';
import { benchReading } from './reading.ts';
import { benchSteps } from './steps.ts';

/** Ratios within one run: machines differ and are noisy, so absolute figures are for orientation only. */
const [only, size] = process.argv.slice(2);
/** Fewer than six rounds give a first impression only: such a run is inconclusive. */
const rounds = size === undefined ? undefined : Number(size);
const benches = {
  reading: async () => reportBars(await benchReading(rounds)),
  steps: async () => reportBars(await benchSteps(rounds)),
  mails: async () => reportBars(await benchMails(rounds)),
  layouts: async () => reportMissed(await benchLayouts(rounds)),
};
console.log(`${availableParallelism()} cores, everything on one machine`);
for (const [name, bench] of Object.entries(benches)) {
  if (only !== undefined && only !== name) continue;
  if (!(await bench())) process.exitCode = 1;
}
