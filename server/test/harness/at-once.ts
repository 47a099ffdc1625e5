import type { DoHeavyWork } from '../../src/kernel/heavy-work.ts';

/** Heavy work without its processes. */
export const atOnce: DoHeavyWork = async (work, input) => work.run(input);
