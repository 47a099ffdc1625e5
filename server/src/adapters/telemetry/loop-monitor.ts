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
 * Reports the CPU time of the event loop's own thread in one tick: the delay of a timer, as far as our thread
 * was working meanwhile. On a machine that is busy with other work or asleep, timers are late without that.
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
