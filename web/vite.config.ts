import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  plugins: [react(), compressed],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
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
