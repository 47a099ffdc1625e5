import { pathToFileURL } from 'node:url';

const main = process.env['OUTSTEP_TEST_MAIN'];

/**
 * The entry of a child process: the bundled one of this run if there is one (bundle.ts), which starts in a
 * quarter of the time.
 */
const childEntry = (name: string) =>
  main
    ? new URL(`children/${name}.js`, pathToFileURL(main))
    : new URL(`../../src/processes/children/${name}.ts`, import.meta.url);

export const renderChild = childEntry('render');
export const heavyChild = childEntry('heavy');
