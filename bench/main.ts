import { availableParallelism } from 'node:os';
import { judge } from './contest.ts';
import { benchLayouts } from './layouts.ts';
import { benchMails } from './mails.ts';
import { benchReading } from './reading.ts';
import { openStage } from './stage.ts';
import { benchSteps } from './steps.ts';

interface Result {
  name: string;
  perSecond: number;
  ofBare: number;
  bar: number;
  p50: number;
  p99: number;
}

/** Each answers the names of those below their bar. */
async function reading(): Promise<string[]> {
  const stage = await openStage();
  try {
    const results = await benchReading(stage);
    console.log('\nReading one HTTP request, one process each, 32 connections');
    show(results);
    return belowBar(results);
  } finally {
    await stage.close();
  }
}

const belowBar = (results: Result[]) =>
  results.filter(({ ofBare, bar }) => ofBare < bar).map(({ name }) => name);

const show = (results: Result[]) =>
  console.table(
    results.map(({ name, perSecond, ofBare, bar, p50, p99 }) => ({
      name,
      'per second': perSecond,
      'of bare': Number(ofBare.toFixed(2)),
      bar,
      'p50 ms': p50,
      'p99 ms': p99,
    })),
  );

/** Ratios within one run: machines differ and are noisy, so absolute figures are for orientation only. */
const [only, size] = process.argv.slice(2);
/** Fewer than five are for a first look. */
const rounds = size === undefined ? undefined : Number(size);
const benches = {
  reading,
  steps: async () => judge(await benchSteps(rounds)),
  mails: async () => judge(await benchMails(rounds)),
  layouts: () => benchLayouts(rounds),
};
console.log(`${availableParallelism()} cores, everything on one machine`);
for (const [name, bench] of Object.entries(benches)) {
  if (only !== undefined && only !== name) continue;
  const missed = await bench();
  if (missed.length === 0) continue;
  console.log(`bar missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}
