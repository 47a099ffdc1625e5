import { worker, workerEmit } from 'workerpool';

/* A process for heavy work that never comes to an end, takes all memory, or is lost. */

function hang(): never {
  for (;;);
}

function fillMemory(): never {
  const kept: unknown[] = [];
  for (;;) kept.push(new Array(1000).fill(kept.length));
}

worker({
  hang() {
    workerEmit(0);
    hang();
  },
  fillMemory() {
    workerEmit(0);
    fillMemory();
  },
  environment() {
    workerEmit(0);
    return Object.keys(process.env);
  },
});
