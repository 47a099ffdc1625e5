import { fileURLToPath } from 'node:url';

/**
 * The cache of compiled modules. Half of a process's start goes into compiling what the previous one has
 * compiled already; entries depend on the content of each file.
 */
export const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/outstep', import.meta.url));
