import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/**
 * Computes without pause, and exits when its parent is gone, so that a killed test run leaves none behind.
 */
const hog = (cpuSeconds: number) => `const parent = process.ppid; console.log('computing');
while (process.ppid === parent && process.cpuUsage().user < ${cpuSeconds * 1e6}) for (let i = 0; i < 1e6; i++);`;

/**
 * Runs the work while other programs demand twice as many cores as the machine has, until each has used its
 * time.
 */
export async function besideCpuHogs<T>(cpuSecondsEach: number, work: () => Promise<T>): Promise<T> {
  const hogs = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', hog(cpuSecondsEach)], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  try {
    await Promise.all(hogs.map(({ stdout }) => once(stdout, 'data')));
    return await work();
  } finally {
    for (const each of hogs) each.kill('SIGKILL');
  }
}
