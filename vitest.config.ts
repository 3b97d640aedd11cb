import { defineConfig } from 'vitest/config';
import { testsByDatabase } from './db/testing/tests-by-database.ts';
import { SequenceByEnvironment } from './scripts/sequence-by-environment.ts';

const { withDatabase, withoutDatabase } = testsByDatabase();

const bothEngines = {
  include: withDatabase,
  // Every module is loaded once a process, not once a file; what a test leaves behind it takes away itself.
  isolate: false,
  setupFiles: ['db/testing/after-each.ts', 'src-server/ledger/testing/verify-after-each.ts'],
  // Only what hangs ends by it: a busy machine may take ten times as long as an idle one.
  testTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
  // A test that opened many databases leaves them to be dropped after it.
  hookTimeout: 180_000,
};

/**
 * `unit` runs without a database, `sqlite` and `postgres` run the same files on either engine (those that open a
 * database), `e2e` drives a real server with a real browser.
 */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: SequenceByEnvironment },
    tags: [
      { name: 'prove', description: 'Exhaustive: `npm run prove` alone runs it.' },
      {
        name: 'scaled',
        description: 'A proof that `npm test` runs at a twentieth and `npm run prove` whole.',
      },
      {
        name: 'postgres',
        description: 'A file that `npm test` runs on PostgreSQL, too: races, SQL of its own.',
      },
      {
        name: 'processes',
        description: 'A file that starts many processes of the bank: it runs in the lane of the browsers.',
      },
      {
        name: 'slow',
        description: 'A unit test that takes a second or more: `npm run check` leaves it out.',
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: [...withoutDatabase, 'src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          testTimeout: 180_000,
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
          globalSetup: ['e2e/run-folder.ts'],
          // The first test of a file also waits for its server, and the run's first for the demonstration.
          testTimeout: 600_000,
          hookTimeout: 300_000,
          // What is polled waits for reloads and answers of a server that shares its machine with the browser.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
