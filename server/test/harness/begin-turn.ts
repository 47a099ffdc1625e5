import { workerEmit } from 'workerpool';
import type { TextProgress } from '../../src/adapters/child-processes/cpu-time.ts';

/** Same as `processes/children/begin-turn.ts`, because hostile processes may read no file of the product. */
export function reportTextStart(at: number): void {
  const { user, system } = process.threadCpuUsage();
  workerEmit({ at, pid: process.pid, cpuMs: (user + system) / 1000 } satisfies TextProgress);
}
