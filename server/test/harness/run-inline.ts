import type { RunOffloaded } from '../../src/kernel/offloaded-task.ts';

/** Heavy work without its processes. */
export const runInline: RunOffloaded = async (work, input) => work.run(input);
