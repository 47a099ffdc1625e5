import { expect, test } from 'vitest';
import { DATA, faultsOf, type ImageFile, NOT_ROOT } from './image-rules.ts';

const file = (path: string, fields: Partial<ImageFile> = {}): ImageFile => ({
  ...{ path, kind: 'file', size: 1, mode: 0o644, uid: 0 },
  ...fields,
});
const own = (name: string) => file(`opt/outstep/server/${name}`);
const validFiles = [
  ...[file('usr/bin/node', { mode: 0o755 }), file('etc/passwd'), file('etc/nsswitch.conf')],
  ...[file('tmp', { kind: 'folder', mode: 0o1777 }), file(DATA, { kind: 'folder', uid: NOT_ROOT })],
  ...['LICENSE', 'bin/outstep.js', 'dist/main.js', 'app/index.html', 'migrations/rights.sql'].map(own),
];

test('accepts a complete image', () => {
  expect(faultsOf(validFiles, false)).toEqual([]);
});

test.each(validFiles.map(({ path }) => path))('an image without %s is refused', (path) => {
  const rest = validFiles.filter((each) => each.path !== path);
  expect(faultsOf(rest, false)).toEqual([`${path} is missing`]);
});

test.each([
  [file('bin/sh'), 'bin/sh is a program beside Node'],
  [file('usr/bin/npm', { kind: 'link' }), 'usr/bin/npm is a program beside Node'],
  [
    file('opt/outstep/node_modules/typescript/lib/tsc.js'),
    'opt/outstep/node_modules/typescript/lib/tsc.js is for building',
  ],
  [file('opt/outstep/.env'), 'opt/outstep/.env is somebody’s own'],
  [file('usr/lib/x', { mode: 0o4755 }), "usr/lib/x gives others' rights"],
  [file('etc/x', { mode: 0o666 }), 'etc/x can be written by all'],
  [file('etc/x', { uid: 1000 }), 'etc/x belongs to 1000'],
  [file(`${DATA}/x`), `${DATA}/x belongs to 0`],
])('an image with %o is rejected', (wrong, fault) => {
  expect(faultsOf([...validFiles, wrong], false)).toEqual([fault]);
});

test('an image of more than 250 MB is rejected, unless the engine is in it', () => {
  const large = [...validFiles, file('opt/outstep/large', { size: 250_000_000 })];
  expect(faultsOf(large, false)).toEqual([expect.stringContaining('are more than 250000000')]);
  expect(faultsOf(large, true)).toEqual([]);
});
