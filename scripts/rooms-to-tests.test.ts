import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rooms, testsFor } from './rooms-to-tests.ts';

/** What `npm run check` runs beside unit tests; the other suites run at night alone. */
const tests = globSync('server/test/**/*.test.ts').filter(
  (file) => !/^server\/test\/(rgw|deploy|upgrade|firefox)\//.test(file),
);
const beginnings = Object.values(rooms).flat();
const isShownBy = (beginning: string) => (file: string) => file.startsWith(`server/test/${beginning}`);

test('every room of the map exists', () => {
  const gone = Object.keys(rooms).filter(
    (room) => globSync(room.endsWith('/') ? `${room}**` : room).length === 0,
  );
  expect(gone).toEqual([]);
});

test('every entry of the map names a test', () => {
  expect(beginnings.filter((beginning) => !tests.some(isShownBy(beginning)))).toEqual([]);
});

test('every test belongs to a room', () => {
  expect(tests.filter((file) => !beginnings.some((beginning) => isShownBy(beginning)(file)))).toEqual([]);
});

test('every source folder is in the map or falls to everything', () => {
  const files = globSync(['server/src/**/*.ts', 'web/src/**/*.{ts,tsx}']).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  for (const file of files) {
    const selected = testsFor([file], tests);
    if (selected.unknown === undefined) expect(selected.tests, file).not.toEqual([]);
    else expect(Object.keys(rooms).filter((room) => file.startsWith(room))).toEqual([]);
  }
});

test.each([
  'server/src/kernel/refusal.ts',
  'server/src/main.ts',
  'server/src/features/somewhere/new.ts',
  'server/test/harness/client.ts',
  'web/src/parts/dialog.tsx',
  'package-lock.json',
])('%s falls to everything', (file) => {
  expect(testsFor(['docs/SCALE.md', file], tests)).toEqual({ unknown: file });
});

test('a change of one feature selects its tests alone', () => {
  const { tests: selected = [] } = testsFor(['web/src/features/alerts/alerts-page.tsx'], tests);
  expect(selected.sort()).toEqual([
    'server/test/e2e/app-alerts.test.ts',
    'server/test/e2e/app-pages-bare.test.ts',
    'server/test/e2e/app-pages.test.ts',
  ]);
});

test('the innermost room counts', () => {
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
