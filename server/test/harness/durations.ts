import { appendFileSync } from 'node:fs';
import { cpuSeconds } from './processes.ts';

/** The cost of a test file, or of starting something that several share; `npm run check` collects them. */
export interface Duration {
  file: string;
  wallSeconds: number;
  cpuSeconds: number;
  /** The time that the same small piece of work took then, as a measure of the machine's speed. */
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

/** Time spent starting shared instances since the file began, which doesn't count as the file's. */
let sharedSeconds = 0;

/** Starts a measurement; the returned function ends it. */
function measure() {
  const [began, cpu] = [performance.now(), cpuSeconds()];
  return () => ({ wallSeconds: (performance.now() - began) / 1000, cpuSeconds: cpuSeconds() - cpu });
}

function record(duration: Omit<Duration, 'paceMs'>) {
  const path = process.env['OUTSTEP_DURATIONS'];
  if (path) appendFileSync(path, `${JSON.stringify({ ...duration, paceMs: measurePace() })}\n`);
}

/** Measures the CPU time of this process and everything it has started, but not of PostgreSQL and Redis. */
export function measureFile() {
  sharedSeconds = 0;
  const end = measure();
  return (file: string) => {
    const whole = end();
    record({ ...whole, file, cpuSeconds: whole.cpuSeconds - sharedSeconds });
  };
}

/** Starts something that files share, and records it as a separate row. */
export async function measureShared<T>(name: string, start: () => Promise<T>): Promise<T> {
  const end = measure();
  const started = await start();
  const whole = end();
  sharedSeconds += whole.cpuSeconds;
  record({ ...whole, file: name });
  return started;
}
