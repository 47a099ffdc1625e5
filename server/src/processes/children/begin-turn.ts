import { workerEmit } from 'workerpool';
import type { TextProgress } from '../../adapters/child-processes/cpu-time.ts';

/** CPU time of this thread. It does not grow while the process is starved by others. */
export const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Sent before each text, so that the parent can see which text ended the process, and how much time each has
 * used.
 */
export function reportTextStart(at: number): void {
  workerEmit({ at, pid: process.pid, cpuMs: threadCpuMs() } satisfies TextProgress);
}
