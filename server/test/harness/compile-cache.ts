import { fileURLToPath } from 'node:url';

/**
 * Where compiled modules are kept. Half of the time that a process takes to start goes into compiling what the one
 * before it has compiled already; what is kept goes by the content of each file.
 */
export const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/outstep', import.meta.url));
