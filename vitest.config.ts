import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Much of the time is spent in waiting for other processes.
    maxWorkers: 3,
    pool: 'forks',
    globalSetup: 'test/fixtures/postgres.ts',
  },
});
