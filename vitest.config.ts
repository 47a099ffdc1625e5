import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './server/test/harness/longest-first.ts';

/** Limits here only end what hangs; where time is what a test is about, the test measures it. */
const HANGS_MS = 300_000;

/** Most files wait more than they compute, so there may be more of them than cores; PostgreSQL takes a hundred connections. */
const AT_ONCE = Math.min(6, Math.max(3, availableParallelism()));

/** Measure how long something takes, or crowd the machine by themselves: nothing else runs beside any of them. */
const alone = [
  'server/test/budgets/{outage,redis-killed}.test.ts',
  'server/test/faults/{keys,postgres-outage,shutdown}.test.ts',
  'server/test/layouts/bombs.test.ts',
  'server/test/render-pool.test.ts',
];

const shared = {
  setupFiles: 'server/test/harness/each-file.ts',
  environment: 'node',
  pool: 'forks',
  testTimeout: HANGS_MS,
  hookTimeout: HANGS_MS,
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
          include: ['server/src/**/*.test.ts', 'web/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'integration',
          include: ['server/test/**/*.test.ts'],
          exclude: ['server/test/e2e/**', 'server/test/fuzz/**', ...alone],
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
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'fuzz',
          include: ['server/test/fuzz/**/*.test.ts'],
          maxWorkers: AT_ONCE,
          sequence: { groupOrder: 4 },
          testTimeout: 3_600_000,
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'e2e',
          include: ['server/test/e2e/**/*.test.ts'],
          // One product and one Chromium for each test process (harness/shared-app.ts).
          isolate: false,
          maxWorkers: Math.max(2, availableParallelism()),
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
