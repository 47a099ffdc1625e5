import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './server/test/harness/longest-first.ts';
import { isFullSize } from './server/test/harness/size.ts';

/** Limits here only end what hangs; where time is what a test is about, the test measures it. */
const HANGS_MS = 300_000;

/** Most files wait more than they compute, so there may be more of them than cores; PostgreSQL takes a hundred connections. */
const AT_ONCE = Math.min(6, Math.max(3, availableParallelism()));

/**
 * What they promise is how long somebody waits, so that nothing else may run beside them. At night these are more, and
 * of full size; in the check the others only find what hangs (`waitLimit`).
 */
const alone = [
  'server/test/faults/{keys,shutdown}.test.ts',
  'server/test/hostile/neighbors.test.ts',
  ...(isFullSize
    ? [
        'server/test/budgets/{outage,redis-killed}.test.ts',
        'server/test/faults/postgres-outage.test.ts',
        'server/test/hostile/cpu-hogs.test.ts',
        'server/test/layouts/bombs.test.ts',
        'server/test/render-pool.test.ts',
      ]
    : []),
];

const shared = {
  setupFiles: 'server/test/harness/each-file.ts',
  environment: 'node',
  pool: 'forks',
  testTimeout: HANGS_MS,
  hookTimeout: HANGS_MS,
  // A second, as it would be otherwise, is how long somebody waits on a busy machine.
  expect: { poll: { timeout: 60_000 } },
} as const;

const withDatabase = { ...shared, globalSetup: ['server/test/harness/test-run.ts'] };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            'server/src/**/*.test.ts',
            'web/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          // Files of a process share their modules; a file that changes the environment or a global restores it.
          isolate: false,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'integration',
          include: ['server/test/**/*.test.ts'],
          exclude: [
            'server/test/e2e/**',
            'server/test/fuzz/**',
            'server/test/rgw/**',
            'server/test/upgrade/**',
            'server/test/deploy/**',
            'server/test/firefox/**',
            ...alone,
          ],
          // One product for each test process (harness/shared.ts).
          isolate: false,
          maxWorkers: AT_ONCE,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'alone',
          include: alone,
          // By day these two, which wait more than they compute.
          maxWorkers: isFullSize ? 1 : 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'fuzz',
          include: ['server/test/fuzz/**/*.test.ts'],
          // At night one campaign after the other: they crowd out each other's API, which then answers 503.
          maxWorkers: isFullSize ? 1 : AT_ONCE,
          sequence: { groupOrder: 4 },
          testTimeout: 3_600_000,
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'e2e',
          include: ['server/test/e2e/**/*.test.ts'],
          // Ten people for ten minutes: at night alone, and without a shorter form by day.
          exclude: isFullSize ? [] : ['server/test/e2e/app-editor-people.test.ts'],
          // One product and one Chromium for each test process (harness/shared-app.ts).
          isolate: false,
          maxWorkers: Math.max(2, availableParallelism()),
          sequence: { groupOrder: 5 },
          // At night an hour of random commands, and a hundred killed pages.
          testTimeout: isFullSize ? 7_200_000 : HANGS_MS,
        },
      },
      {
        // At night alone: it needs Ceph, and a gigabyte goes through it.
        test: {
          ...withDatabase,
          name: 'rgw',
          include: ['server/test/rgw/**/*.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 6 },
        },
      },
      {
        // At night alone: it needs programs that only some operators have.
        test: {
          ...withDatabase,
          name: 'deploy',
          include: ['server/test/deploy/**/*.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 7 },
        },
      },
      {
        // At night alone: processes of two releases, and steps that wait for a minute.
        test: {
          ...withDatabase,
          name: 'upgrade',
          include: ['server/test/upgrade/**/*.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 8 },
          testTimeout: 600_000,
        },
      },
      {
        // At night alone: it needs a second browser.
        test: {
          ...withDatabase,
          name: 'firefox',
          include: ['server/test/firefox/**/*.test.ts'],
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 9 },
        },
      },
    ],
  },
});
