import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { runEverythingPaths, testsByPath, testsFor } from './rooms-to-tests.ts';

/** The tests that `npm run check` runs besides unit tests; the other suites run only at night. */
const tests = globSync('server/test/**/*.test.ts').filter(
  (file) => !/^server\/test\/(rgw|deploy|upgrade|firefox)\//.test(file),
);
const pathPrefixes = Object.values(testsByPath).flat();
const isShownBy = (beginning: string) => (file: string) => file.startsWith(`server/test/${beginning}`);

test('every path in the map exists', () => {
  const gone = [...Object.keys(testsByPath), ...runEverythingPaths].filter(
    (room) => globSync(room.endsWith('/') ? `${room}**` : room).length === 0,
  );
  expect(gone).toEqual([]);
});

test('every entry of the map names a test', () => {
  expect(pathPrefixes.filter((beginning) => !tests.some(isShownBy(beginning)))).toEqual([]);
});

test('every test belongs to a room', () => {
  expect(tests.filter((file) => !pathPrefixes.some((beginning) => isShownBy(beginning)(file)))).toEqual([]);
});

const sources = globSync(['server/src/**/*.ts', 'web/src/**/*.{ts,tsx}']).filter(
  (file) => !file.endsWith('.test.ts'),
);

test('every source folder is in the map', () => {
  const places = [...Object.keys(testsByPath), ...runEverythingPaths];
  const homeless = sources.filter((file) => !places.some((place) => file.startsWith(place))).map(dirname);
  // These folders' own files start or list all others.
  expect([...new Set(homeless)].sort()).toEqual(['server/src', 'server/src/surfaces', 'web/src']);
});

test('a file of every source folder selects a test, or everything', () => {
  for (const file of new Map(sources.map((each) => [dirname(each), each])).values()) {
    const selected = testsFor([file], tests);
    if (selected.unknown === undefined) expect(selected.tests, file).not.toEqual([]);
    else expect(Object.keys(testsByPath).filter((room) => file.startsWith(room))).toEqual([]);
  }
});

test('a test that imports a changed file is selected, also through a helper in its folder', () => {
  const file = 'server/src/features/sending/downloads/download-link.ts';
  const { tests: selected = [] } = testsFor([file], tests);
  expect(selected).toContain('server/test/sealed.test.ts');
  expect(selected).toContain('server/test/unsubscribes/links.test.ts');
  const members = testsFor(['server/src/features/access/people/members.store.ts'], tests);
  expect(members.tests).toContain('server/test/sending/capture.test.ts');
});

test('documentation selects few tests', () => {
  for (const file of ['README.md', 'CHANGELOG.md', 'docs/guides/api.md', 'docs/runbooks/OutstepDown.md'])
    expect(testsFor([file], tests).tests?.length, file).toBeLessThan(8);
});

test.each([
  'server/src/kernel/refusal.ts',
  'server/src/main.ts',
  'server/src/features/somewhere/new.ts',
  'server/test/harness/client.ts',
  'web/src/parts/dialog.tsx',
  'package-lock.json',
])('%s selects everything', (file) => {
  expect(testsFor(['docs/SCALE.md', file], tests)).toEqual({ unknown: file });
});

test('a change to one feature selects only its tests', () => {
  const { tests: selected = [] } = testsFor(['web/src/features/alerts/alerts-page.tsx'], tests);
  expect(selected.sort()).toEqual([
    'server/test/e2e/app-alerts.test.ts',
    'server/test/e2e/app-pages-bare.test.ts',
    'server/test/e2e/app-pages.test.ts',
  ]);
});

test('uses the innermost folder', () => {
  const { tests: selected = [] } = testsFor(['server/src/features/sending/capture/captured.op.ts'], tests);
  expect(selected).toContain('server/test/sending/capture.test.ts');
  expect(selected).not.toContain('server/test/sending/mails.test.ts');
});

test('a changed test selects itself, a changed helper the tests of its folder', () => {
  expect(testsFor(['server/test/e2e/app-trash.test.ts'], tests).tests).toEqual([
    'server/test/e2e/app-trash.test.ts',
  ]);
  expect(testsFor(['server/test/fuzz/values.ts'], tests).tests?.sort()).toEqual(
    tests.filter((file) => file.startsWith('server/test/fuzz/')).sort(),
  );
});
