import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const { resolve } = createRequire(main);

/** They load files beside themselves, which they would not find from elsewhere. */
const LEFT_WHERE_THEY_ARE = /^(?:sharp|pino|workerpool|@restatedev\/.*)$/;

/**
 * The product's entry with nearly all that it imports in a few files, in this folder; answers its path. An API has 3 000
 * modules, and finding and loading them is half of what its start costs, which a run of the tests pays a hundred times.
 */
export async function bundleMain(folder: string): Promise<string> {
  const bundle = await rolldown({
    input: main,
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'what is left where it is',
        resolveId: {
          filter: { id: LEFT_WHERE_THEY_ARE },
          handler: (id) => ({ id: resolve(id), external: true }),
        },
      },
      {
        name: 'files are found from where their module lies',
        transform: {
          filter: { code: 'import.meta.url' },
          handler: (code, id) =>
            code.replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(id).href)),
        },
      },
    ],
  });
  await bundle.write({ dir: join(folder, 'bundle'), format: 'esm', entryFileNames: 'main.mjs' });
  await bundle.close();
  return join(folder, 'bundle', 'main.mjs');
}
