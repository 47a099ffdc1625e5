import type { RunOffloaded } from '../../src/kernel/offloaded-task.ts';

/** Runs offloaded tasks without processes. */
export const runInline: RunOffloaded = async (work, input) => work.run(input);
