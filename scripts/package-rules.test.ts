import { expect, test } from 'vitest';
import { faultsOf } from './package-rules.ts';

const good = [
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json', 'build.json', 'bin/outstep.js'],
  'docs/OPERATIONS.md',
  ...['dist/main.js', 'dist/processes/children/heavy.js', 'dist/processes/children/render.js'],
  'deploy/systemd/outstep-api.service',
  ...['dist/processes/children/upload.js', 'app/index.html', 'app/licences.md', 'migrations/rights.sql'],
];
const exports = {
  './package.json': './package.json',
  './kernel/json.ts': './src/kernel/json.ts',
  './features/*.rules.ts': './src/features/*.rules.ts',
};
const ours = ['migrations/0001_first.sql'];

test('a whole package has no fault', () => {
  expect(faultsOf({ size: 2_500_000, files: [...good, ...ours], exports }, ours)).toEqual([]);
});

test.each([...good, ...ours])('a package without %s is refused', (name) => {
  const files = [...good, ...ours].filter((each) => each !== name);
  expect(faultsOf({ size: 1, files, exports }, ours)).toEqual([`${name} is missing`]);
});

test.each([
  ['test/cli.js', 'a test'],
  ['dist/kernel/text.test.js', 'a test'],
  ['src/main.ts', 'a source'],
  ['dist/main.d.ts', 'a source'],
  ['app/assets/start.js.map', 'a source'],
  ['.env', 'somebody’s own'],
  ['.outstep/engine/identity.pem', 'somebody’s own'],
  ['outstep-0.1.0.tgz', 'somebody’s own'],
])('a package with %s is refused: it is %s', (name, what) => {
  expect(faultsOf({ size: 1, files: [...good, ...ours, name], exports }, ours)).toContain(
    `${name} is ${what}`,
  );
});

test.each([
  ['./main.js', './dist/main.js'],
  ['./*.js', './dist/processes/*.js'],
])('a package from which others could import %s is refused', (name, target) => {
  expect(
    faultsOf({ size: 1, files: [...good, ...ours], exports: { ...exports, [name]: target } }, ours),
  ).toEqual([`${name} can be imported by others`]);
});

test('a package of more than 15 MB is refused', () => {
  expect(faultsOf({ size: 15_000_001, files: [...good, ...ours], exports }, ours)).toEqual([
    '15000001 bytes are more than 15000000',
  ]);
});
