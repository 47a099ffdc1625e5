import { defineConfig } from 'vitest/config';

/** Limits here only end what hangs; where time is what a test is about, the test measures it. */
const HANGS_MS = 300_000;

const shared = {
  setupFiles: 'server/test/harness/seed.ts',
  environment: 'node',
  pool: 'forks',
  testTimeout: HANGS_MS,
  hookTimeout: HANGS_MS,
} as const;

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'unit', include: ['server/src/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'integration',
          include: ['server/test/**/*.test.ts'],
          exclude: ['server/test/e2e/**', 'server/test/fuzz/**'],
          globalSetup: ['server/test/harness/template-database.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'fuzz',
          include: ['server/test/fuzz/**/*.test.ts'],
          globalSetup: ['server/test/harness/template-database.ts'],
          testTimeout: 3_600_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['server/test/e2e/**/*.test.ts'],
          globalSetup: ['server/test/harness/template-database.ts'],
        },
      },
    ],
  },
});
