import fc from 'fast-check';
import { inject } from 'vitest';

/** A check that says yes or no to a change tries the same cases each time; by hand they are others each time. */
if (process.env['CI']) fc.configureGlobal({ seed: 20_261_115 });

/** Whatever is left of a run is found by this folder (test-run.ts); unit tests have none. */
const runFolder = inject('runFolder') as string | undefined;
if (runFolder !== undefined) process.env['TMPDIR'] = runFolder;
