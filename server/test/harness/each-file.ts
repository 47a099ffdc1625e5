import { relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, inject } from 'vitest';
import { measureFile } from './durations.ts';
import { registerMessageEquality } from './message-equality.ts';

registerMessageEquality();

/** The check of a change tries the same cases each time; manual runs try others each time. */
if (process.env['CI']) fc.configureGlobal({ seed: 20_261_115 });

/** Leftovers of a run are found by this folder (test-run.ts); unit tests have none. */
const runFolder = inject('runFolder') as string | undefined;
if (runFolder !== undefined) process.env['TMPDIR'] = runFolder;

const bundledMain = inject('bundledMain') as string | undefined;
if (bundledMain !== undefined) process.env['OUTSTEP_TEST_MAIN'] = bundledMain;

// First of all hooks, so that it runs after all of them.
const measured = measureFile();
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are used
afterAll(({}, { file }) => measured(relative('.', file.filepath)));
