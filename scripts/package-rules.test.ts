import { expect, test } from 'vitest';
import { faultsOf, publishBlocker } from './package-rules.ts';

const validFiles = [
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json', 'build.json', 'bin/outstep.js'],
  'docs/OPERATIONS.md',
  ...['dist/main.js', 'dist/processes/children/heavy.js', 'dist/processes/children/render.js'],
  'deploy/systemd/outstep-api.service',
  ...['dist/processes/children/upload.js', 'app/index.html', 'app/licenses.md', 'migrations/rights.sql'],
];
const exports = {
  './package.json': './package.json',
  './kernel/json.ts': './src/kernel/json.ts',
  './features/*.rules.ts': './src/features/*.rules.ts',
};
const ours = ['migrations/0001_first.sql'];

test('accepts a complete package', () => {
  expect(faultsOf({ size: 2_500_000, files: [...validFiles, ...ours], exports }, ours)).toEqual([]);
});

test.each([...validFiles, ...ours])('a package without %s is rejected', (name) => {
  const files = [...validFiles, ...ours].filter((each) => each !== name);
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
])('a package with %s is rejected: it is %s', (name, what) => {
  expect(faultsOf({ size: 1, files: [...validFiles, ...ours, name], exports }, ours)).toContain(
    `${name} is ${what}`,
  );
});

test.each([
  ['./main.js', './dist/main.js'],
  ['./*.js', './dist/processes/*.js'],
])('a package from which others could import %s is rejected', (name, target) => {
  expect(
    faultsOf({ size: 1, files: [...validFiles, ...ours], exports: { ...exports, [name]: target } }, ours),
  ).toEqual([`${name} can be imported by others`]);
});

test('a package of more than 15 MB is rejected', () => {
  expect(faultsOf({ size: 15_000_001, files: [...validFiles, ...ours], exports }, ours)).toEqual([
    '15000001 bytes are more than 15000000',
  ]);
});

test('publishes a release from the workflow of its tag only', () => {
  const release = { version: '0.3.0', build: { commit: 'a1', isRelease: true }, tag: 'v0.3.0' };
  expect(publishBlocker(release)).toBeNull();
  expect(publishBlocker({ ...release, build: { commit: 'a1', isRelease: false } })).toBe(
    '0.3.0 is a development build',
  );
  expect(publishBlocker({ ...release, tag: null })).toBe(
    'only the release workflow publishes with provenance',
  );
  expect(publishBlocker({ ...release, tag: 'v0.2.0' })).toBe('0.3.0 is not the version of the tag v0.2.0');
});
