import { performance } from 'node:perf_hooks';

/** A tick of the event loop that takes more CPU time than this delays all other requests of the process too long. */
export const SLOW_TICK_MS = 50;
/** The sampling interval: shorter ticks are not seen. */
const LOOK_MS = 20;

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Tells how much of the processor the loop's own thread took in one turn: the longest that a timer had to wait for,
 * as far as our thread worked meanwhile. A machine that is busy with others, or that sleeps, makes timers late
 * without that.
 */
export function monitorLoop(onTurn: (ms: number) => void): { stop(): void } {
  let at = performance.now();
  let used = cpuMs();
  const timer = setInterval(() => {
    const late = performance.now() - at - LOOK_MS;
    const worked = cpuMs() - used;
    at += late + LOOK_MS;
    used += worked;
    onTurn(Math.max(0, Math.min(late, worked)));
  }, LOOK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
