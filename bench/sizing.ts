import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openHttpAndMailBench } from './both-kinds.ts';
import { cpuBetween, cpuSpentBy, OUTSIDE } from './cpu.ts';
import { memoryOf, peakMemory } from './memory.ts';
import { closedLoop, countedLoop, type StepCall } from './step-load.ts';
import { requireNoFailures } from './steps.ts';

/**
 * `npm run bench:sizing`: everything on this machine, like a small installation: steps and emails per second,
 * and the CPU and memory that each process needs when idle and under full load.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, 'warm-up': { type: 'string', default: '2000' } },
});
const SECONDS = Number(values.seconds);
const WARM_UP = Number(values['warm-up']);
const REST_SECONDS = 30;
const CLIENTS = 32;

const { parts, ...installation } = await openHttpAndMailBench();
const rows: Record<string, Record<string, string>> = {};
const note = (part: string, column: string, figure: string) => {
  rows[part] = { ...rows[part], [column]: figure };
};

async function measured(kind: string, next: () => StepCall) {
  requireNoFailures(kind, await countedLoop(next, CLIENTS, WARM_UP));
  const before = cpuSpentBy(parts);
  const { value, most } = await peakMemory(parts, closedLoop(next, CLIENTS, SECONDS));
  const spent = cpuBetween(before, cpuSpentBy(parts));
  const { perSecond, seconds } = requireNoFailures(kind, value);
  console.log(`${kind}: ${perSecond} a second`);
  for (const [part, megabytes] of most) note(part, `${kind}: MB`, megabytes.toFixed(0));
  for (const [part, busy] of Object.entries(spent))
    if (part !== OUTSIDE) note(part, `${kind}: cores`, (busy / seconds).toFixed(2));
}

try {
  console.log(`${availableParallelism()} cores, everything on one machine\n`);
  await sleep(REST_SECONDS * 1000);
  for (const [part, megabytes] of memoryOf(parts)) note(part, 'at rest: MB', megabytes.toFixed(0));
  await measured('HTTP steps', installation.nextHttpStep);
  await measured('mails', installation.nextMail);
  console.table(rows);
} finally {
  await installation.close();
}
process.exit();
