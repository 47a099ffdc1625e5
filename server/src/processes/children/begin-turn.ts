import { workerEmit } from 'workerpool';
import type { ChildTurn } from '../../adapters/child-processes/cpu-time.ts';

/** CPU time of this thread. A process that is starved by others does not use any. */
export const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Goes out before each text, so that the parent knows which one ended the process, and how much each has used. */
export function beginTurn(at: number): void {
  workerEmit({ at, pid: process.pid, cpuMs: threadCpuMs() } satisfies ChildTurn);
}
