import { expect, test } from 'vitest';
import { build, buildOf } from './build.ts';

const commit = '1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d';

test.each([
  ['0.3.0', { commit, isRelease: true }],
  ['0.3.0-dev+1a2b3c4', { commit, isRelease: false }],
  ['0.3.0-dev', { commit: null, isRelease: false }],
])('reports %s', (version, file) => {
  expect(buildOf('0.3.0', file)).toEqual({ version, commit: file.commit });
});

test('code that runs from source is not reported as a release', () => {
  expect(build.version).toMatch(/^\d+\.\d+\.\d+-dev$/);
});
