import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { unusedByMjml } from '../../src/processes/children/unused-by-mjml.ts';

const source = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
const { resolve } = createRequire(source('main.ts'));

/** They load files beside themselves, which they would not find from elsewhere. */
const EXTERNAL_PACKAGES = /^(?:sharp|pino|workerpool|@restatedev\/.*)$/;

const externalizeFiles: Plugin = {
  name: 'what is left where it is',
  resolveId: {
    filter: { id: EXTERNAL_PACKAGES },
    handler: (id) => ({ id: resolve(id), external: true }),
  },
};

/** But the processes that the product starts are bundled too, beside it. */
const bundleChildEntries: Plugin = {
  name: 'files are found from where their module lies',
  transform: {
    filter: { code: { include: 'import.meta.url', exclude: './children/' } },
    handler: (code, id) => code.replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(id).href)),
  },
};

/** Where it runs, nothing is put in their place (light-mjml.ts). */
const neverLoaded: Plugin = {
  name: 'what MJML does not need',
  resolveId: (id) => (unusedByMjml.has(id) ? { id, external: true } : null),
};

async function bundle(entry: string, to: string, file: string, plugins: Plugin[]) {
  const made = await rolldown({
    input: source(entry),
    platform: 'node',
    logLevel: 'silent',
    plugins,
  });
  await made.write({ dir: to, format: 'esm', entryFileNames: file });
  await made.close();
}

/**
 * The product's entry with nearly all that it imports in a few files, in this folder; answers its path. An API has 3 000
 * modules, and finding and loading them is half of what its start costs, which a run of the tests pays a hundred times;
 * of a process that renders it is three quarters. What a render process may read is its code, so nothing of that is left
 * elsewhere.
 */
export async function bundleMain(folder: string): Promise<string> {
  const to = join(folder, 'bundle');
  await Promise.all([
    writeFile(join(folder, 'package.json'), '{ "type": "module" }'),
    bundle('main.ts', to, 'main.js', [externalizeFiles, bundleChildEntries]),
    bundle('processes/children/render.ts', join(to, 'children'), 'render.js', [neverLoaded]),
    bundle('processes/children/heavy.ts', join(to, 'children'), 'heavy.js', []),
    bundle('processes/children/upload.ts', join(to, 'children'), 'upload.js', [externalizeFiles]),
  ]);
  return join(to, 'main.js');
}
