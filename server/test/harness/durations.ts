import { appendFileSync } from 'node:fs';
import { cpuSeconds } from './processes.ts';

/** What a test file, or the start of what several share, has cost; `npm run check` gathers them. */
export interface Duration {
  file: string;
  wallSeconds: number;
  cpuSeconds: number;
  /** What the same small piece of work took beside it: how fast the machine was just then. */
  paceMs: number;
}

const PIECE = JSON.stringify(
  Array.from({ length: 500 }, (_, id) => ({ id, name: `name ${id}`, tags: [id] })),
);

/**
 * The quickest of several, because the first warms up and any may meet the garbage collector or another process. The
 * clock of CPU time is too coarse here: on some machines it counts in steps of 4 ms.
 */
function measurePace(): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    for (let round = 0; round < 10; round++) JSON.stringify(JSON.parse(PIECE));
    return performance.now() - began;
  });
  return Math.min(...times);
}

/** What shared products took to start since the file began: it is none of the file's. */
let sharedSeconds = 0;

/** Begins to measure; the function it answers ends it. */
function measure() {
  const [began, cpu] = [performance.now(), cpuSeconds()];
  return () => ({ wallSeconds: (performance.now() - began) / 1000, cpuSeconds: cpuSeconds() - cpu });
}

function record(duration: Omit<Duration, 'paceMs'>) {
  const path = process.env['OUTSTEP_DURATIONS'];
  if (path) appendFileSync(path, `${JSON.stringify({ ...duration, paceMs: measurePace() })}\n`);
}

/** Of the CPU of this process and of all that it has started; PostgreSQL and Redis are not seen. */
export function measureFile() {
  sharedSeconds = 0;
  const end = measure();
  return (file: string) => {
    const whole = end();
    record({ ...whole, file, cpuSeconds: whole.cpuSeconds - sharedSeconds });
  };
}

/** Runs the start of something that files share, and records it as a row of its own. */
export async function measureShared<T>(name: string, start: () => Promise<T>): Promise<T> {
  const end = measure();
  const started = await start();
  const whole = end();
  sharedSeconds += whole.cpuSeconds;
  record({ ...whole, file: name });
  return started;
}
