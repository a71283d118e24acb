import { defineConfig } from 'vitest/config';
import { readRepository } from './test/checks/repository-files.ts';
import { SlowFilesFirst } from './test/checks/slow-files-first.ts';
import { findUnitTests } from './test/checks/unit-tests.ts';

const unitTests = findUnitTests(readRepository());

// What is waited for by looking again comes late on a loaded machine; the first look that finds it ends the wait.
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...timeouts,
          include: unitTests,
          pool: 'threads',
          isolate: false,
        },
      },
      {
        test: {
          name: 'system',
          ...timeouts,
          include: ['packages/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...unitTests],
          pool: 'forks',
          // Loading the cloud takes three seconds, in each of 260 files.
          isolate: false,
          globalSetup: 'test/fixtures/postgres/postgres-server.ts',
        },
      },
    ],
    sequence: { sequencer: SlowFilesFirst },
    // Much of the time is spent in waiting for other processes.
    maxWorkers: 3,
  },
});
