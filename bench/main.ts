import { availableParallelism } from 'node:os';
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

async function steps(): Promise<string[]> {
  const { results, even, breakdown } = await benchSteps();
  console.log(
    '\nHTTP steps from the signed call to the recorded end, one API and one worker process, 64 at a time',
  );
  show(results);
  console.log(`at 50 steps a second: p50 ${even.p50} ms, p99 ${even.p99} ms`);
  console.log('where the CPU goes:');
  console.table(breakdown);
  return belowBar(results);
}

async function mails(): Promise<string[]> {
  const { results, breakdown } = await benchMails();
  console.log(
    '\nMails in steps of ten recipients, one API and one worker process, 20 senders of 2 connections',
  );
  console.table(
    results.map(({ name, perSecond, ofBare, bar }) => ({
      name,
      'mails a second': perSecond,
      'of the slower bare one': Number(ofBare.toFixed(2)),
      bar: bar ?? '',
    })),
  );
  console.log('where the CPU goes:');
  console.table(breakdown);
  return results.filter(({ ofBare, bar }) => bar !== null && ofBare < bar).map(({ name }) => name);
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
const benches = {
  reading,
  steps,
  mails,
  layouts: () => benchLayouts(size === undefined ? undefined : Number(size)),
};
console.log(`${availableParallelism()} cores, everything on one machine`);
for (const [name, bench] of Object.entries(benches)) {
  if (only !== undefined && only !== name) continue;
  const missed = await bench();
  if (missed.length === 0) continue;
  console.log(`bar missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}
