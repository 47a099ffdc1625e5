import { worker } from 'workerpool';
import { reportTextStart } from './harness/begin-turn.ts';

/* A process for offloaded tasks that never finishes, uses up all memory, or dies. */

function hang(): never {
  for (;;);
}

function fillMemory(): never {
  const kept: unknown[] = [];
  for (;;) kept.push(new Array(1000).fill(kept.length));
}

worker({
  hang() {
    reportTextStart(0);
    hang();
  },
  fillMemory() {
    reportTextStart(0);
    fillMemory();
  },
  sleep() {
    reportTextStart(0);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  environment() {
    reportTextStart(0);
    return Object.keys(process.env);
  },
});
