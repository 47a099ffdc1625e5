import { pathToFileURL } from 'node:url';

const main = process.env['OUTSTEP_TEST_MAIN'];

/** What a render process runs: as the product of this run has it (bundle.ts), which starts in a quarter of the time. */
export const renderChild = main
  ? new URL('children/render.js', pathToFileURL(main))
  : new URL('../../src/processes/children/render.ts', import.meta.url);
