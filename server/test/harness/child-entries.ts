import { pathToFileURL } from 'node:url';

const main = process.env['OUTSTEP_TEST_MAIN'];

/** What a child process runs: as the product of this run has it (bundle.ts), which starts in a quarter of the time. */
const childEntry = (name: string) =>
  main
    ? new URL(`children/${name}.js`, pathToFileURL(main))
    : new URL(`../../src/processes/children/${name}.ts`, import.meta.url);

export const renderChild = childEntry('render');
export const heavyChild = childEntry('heavy');
