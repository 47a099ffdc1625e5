import { expect, test } from 'vitest';
import { faultsOf } from './package-rules.ts';

const good = [
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json', 'docs/OPERATIONS.md', 'bin/outstep.js'],
  ...['dist/main.js', 'dist/processes/children/heavy.js', 'dist/processes/children/render.js'],
  'deploy/systemd/outstep-api.service',
  ...['dist/processes/children/upload.js', 'app/index.html', 'app/licences.md', 'migrations/rights.sql'],
];
const ours = ['migrations/0001_first.sql'];

test('a whole package has no fault', () => {
  expect(faultsOf({ size: 2_500_000, files: [...good, ...ours] }, ours)).toEqual([]);
});

test.each([...good, ...ours])('a package without %s is refused', (name) => {
  const files = [...good, ...ours].filter((each) => each !== name);
  expect(faultsOf({ size: 1, files }, ours)).toEqual([`${name} is missing`]);
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
  expect(faultsOf({ size: 1, files: [...good, ...ours, name] }, ours)).toContain(`${name} is ${what}`);
});

test('a package of more than 15 MB is refused', () => {
  expect(faultsOf({ size: 15_000_001, files: [...good, ...ours] }, ours)).toEqual([
    '15000001 bytes are more than 15000000',
  ]);
});
