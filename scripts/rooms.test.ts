import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { folderGraph } from './folder-graph.ts';

/** Compares the map in docs/ARCHITECTURE.md with the actual imports. */
const document = readFileSync('docs/ARCHITECTURE.md', 'utf8');

/** Lines like `room → room, room` between `heading` and the end of the next diagram. */
function drawingUnder(heading: string): string[] {
  const drawing = document.slice(document.indexOf(heading)).split('```')[1] ?? '';
  return drawing
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [from = '', to = ''] = line.split('→');
      return to.split(',').map((each) => `${from.trim()} → ${each.trim()}`);
    })
    .sort();
}

const importsIn = (root: string) =>
  folderGraph(root, { depth: 1 })
    .map(({ from, to }) => `${from} → ${to}`)
    .sort();

test('the diagram of layers matches the imports', () => {
  expect(drawingUnder('## Modules of `server/src`')).toEqual(importsIn('server/src'));
});

test('the diagram of areas matches the imports', () => {
  expect(drawingUnder('Inside `features/`')).toEqual(importsIn('server/src/features'));
});

test('every folder has a description, and every description a folder', () => {
  const rows = [...document.matchAll(/^\| (`.+?`)\s*\| \S.*\|$/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const described = rows
    .filter((name) => /^(kernel|processes|(features|surfaces|adapters)\/.+)$/.test(name))
    .sort();
  const folders = new Set(
    globSync('**/*.ts', { cwd: 'server/src' })
      .map((file) => dirname(file).split('/'))
      .map(([area = '', noun = '', ...rest]) => {
        if (area === 'features') return [area, noun, ...rest.slice(0, 1)].join('/');
        if (area === 'surfaces') return noun === '' ? '' : `${area}/${noun}`;
        return area === 'adapters' ? 'adapters/*' : area;
      })
      .filter((room) => room !== '' && room !== '.'),
  );
  expect(described).toEqual([...folders].sort());
});
