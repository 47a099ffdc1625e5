import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { unusedByMjml } from '../../src/processes/children/unused-by-mjml.ts';

const source = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
const { resolve } = createRequire(source('main.ts'));

/** These load files from their own folder, which they would not find from the bundle. */
const EXTERNAL_PACKAGES = /^(?:sharp|pino|workerpool|@restatedev\/.*)$/;

const externalizeFiles: Plugin = {
  name: 'what is left where it is',
  resolveId: {
    filter: { id: EXTERNAL_PACKAGES },
    handler: (id) => ({ id: resolve(id), external: true }),
  },
};

/** Except for the child processes that the product starts, which are bundled next to it. */
const bundleChildEntries: Plugin = {
  name: 'files are found from where their module lies',
  transform: {
    filter: { code: { include: 'import.meta.url', exclude: './children/' } },
    handler: (code, id) => code.replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(id).href)),
  },
};

/** No hook replaces these where the bundle runs (light-mjml.ts). */
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
 * Bundles the product's entry with nearly all of its imports into a few files in this folder; returns its
 * path. An API has 3 000 modules, and finding and loading them is half the cost of its start, which a test
 * run pays a hundred times; for a render process it is three quarters. A render process may only read its own
 * code, so its bundle includes everything.
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
