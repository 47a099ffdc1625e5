import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { unusedByMjml } from '../server/src/processes/children/unused-by-mjml.ts';

/** Of the library, by the name of the component. */
const component = (...names: string[]) => `components/(${names.join('|')})/`;
const matching = (...parts: string[]) => new RegExp(parts.join('|'));

/**
 * Few files, each of what is needed together: many small ones are slower to fetch and compress worse. A module goes
 * into the first that takes it, and takes what it imports along.
 */
const files = [
  { name: 'base', test: matching('node_modules/(react|react-dom|scheduler|@tanstack)/') },
  { name: 'start', tags: ['$initial' as const] },
  // Pages before the shell and within it.
  {
    name: 'common',
    test: matching(
      component('ActionIcon', 'Alert', 'Anchor', 'CloseButton', 'Input', 'Paper'),
      '@mantine/hooks/esm/use-(id|merged-ref|uncontrolled)',
      'web/src/parts/(failure|search-params|use-heading)',
      'web/src/parts/wordmark',
    ),
  },
  { name: 'standalone-page', test: matching('web/src/parts/standalone-page') },
  {
    name: 'forms',
    test: matching('@mantine/form', component('TextInput', 'PasswordInput'), 'web/src/api/forms'),
  },
  // Menus and hints come with the shell, so every page within it has them.
  {
    name: 'shell',
    test: matching(
      '@floating-ui',
      component('AppShell', 'Avatar', 'Menu', 'NavLink', 'Popover', 'Tooltip'),
      'web/src/shell/(account-menu|navigation|shell|store-switcher)',
    ),
  },
  // Nearly every page within the shell.
  {
    name: 'page',
    test: matching(
      component('Badge', 'Grid', 'Progress', 'SegmentedControl', 'SimpleGrid', 'Skeleton', 'ThemeIcon'),
      'web/src/parts/(page-header|section|time)',
      'web/src/texts/formats',
    ),
  },
  // Tables and dialogs: most pages, and not the first.
  { name: 'lists', test: matching('node_modules', 'web/src/(api|parts)/'), minShareCount: 6 },
];

const eager = new Set(['base', 'start', 'common', 'shell', 'page']);

const packers = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Compressed once, here, and as small as it gets: the server sends these to whom they suit. */
const compressed: Plugin = {
  name: 'compressed',
  async writeBundle({ dir = '' }, files) {
    for (const name of Object.keys(files).filter((name) => /\.(js|css|svg)$/.test(name))) {
      const file = join(dir, name);
      const content = await readFile(file);
      for (const [ending, pack] of Object.entries(packers))
        await writeFile(`${file}.${ending}`, await pack(content));
    }
  },
};

/** What MJML loads and never calls, as in the server's render processes. */
const lightMjml = (): Plugin => ({
  name: 'light-mjml',
  enforce: 'pre',
  resolveId: (id) => (unusedByMjml.has(id) ? `\0nothing:${id}` : null),
  load: (id) => (id.startsWith('\0nothing:') ? 'module.exports = false' : null),
});

/** Schemas are checked by in a worker, and never made into JSON schemas: what would do that is left out. */
const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  load(id) {
    if (!id.endsWith('/zod/v4/core/to-json-schema.js')) return null;
    const names = ['initializeContext', 'handleUnrepresentable', 'processSchema', 'extractDefs', 'finalize'];
    return [
      "const unused = () => { throw new Error('no JSON schemas are made here'); };",
      `export { ${[...names, 'process'].map((name) => `unused as ${name}`).join(', ')} };`,
      'export const createToJSONSchemaMethod = () => unused;',
      'export const createStandardJSONSchemaMethod = () => unused;',
    ].join('\n');
  },
});

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

async function licenseOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  return `## ${name} - ${version} (${license})\n\n${text.trim()}\n`;
}

/** Of what is in a worker, which the build's own list leaves out. */
const workerLicenses = (): Plugin => ({
  name: 'worker-licenses',
  async generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
    const folders = new Set(modules.flatMap((id) => PACKAGE.exec(id.replace(/^\0/, ''))?.[0] ?? []));
    const licenses = await Promise.all([...folders].sort().map(licenseOf));
    this.emitFile({ type: 'asset', fileName: 'licenses-worker.md', source: licenses.join('\n') });
  },
});

export default defineConfig({
  // The compiler of mails, which the editor runs beside the page.
  worker: { format: 'es', plugins: () => [lightMjml(), withoutJsonSchema(), workerLicenses()] },
  plugins: [react(), compressed],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Of what is in these files, as their licenses ask.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        // These run whole on the way to the first page: the browser compiles them aside while they come in.
        postBanner: ({ name }) => (eager.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: {
          groups: files,
        },
      },
    },
  },
});
