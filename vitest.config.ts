import { defineConfig } from 'vitest/config';

const bothEngines = {
  include: ['db/**/*.test.ts', 'src-server/**/*.test.ts', 'bench/**/*.test.ts'],
  exclude: ['src-server/domain/**'],
  setupFiles: ['db/testing/after-each.ts', 'src-server/ledger/testing/verify-after-each.ts'],
  testTimeout: 30_000,
  // A test that opened many databases leaves them to be dropped after it.
  hookTimeout: 180_000,
};

/**
 * `unit` runs without a database, `sqlite` and `postgres` run the same files on either engine, `e2e` drives a real
 * server with a real browser.
 */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src-server/domain/**/*.test.ts', 'src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          // The house rules read the whole project.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          ...bothEngines,
          globalSetup: ['db/testing/sqlite-setup.ts'],
          provide: { engine: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          ...bothEngines,
          globalSetup: ['db/testing/postgres-setup.ts'],
          provide: { engine: 'postgres' },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // What is polled waits for reloads and answers of a server that shares its machine with the browser.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
