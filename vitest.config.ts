import { defineConfig } from 'vitest/config';
import { testsByDatabase } from './db/testing/tests-by-database.ts';
import { SequenceByEnvironment } from './scripts/sequence-by-environment.ts';

const { withDatabase, withoutDatabase } = testsByDatabase();

const bothEngines = {
  include: withDatabase,
  // Modules are loaded once per process, so tests must clean up after themselves.
  isolate: false,
  setupFiles: [
    'db/testing/after-each.ts',
    'src-server/ledger/testing/verify-after-each.ts',
    'src-server/testing/patient-callers.ts',
  ],
  // For hangs only: a busy machine may take ten times as long as an idle one.
  testTimeout: 600_000,
  expect: { poll: { timeout: 30_000 } },
  // Dropping many databases after a test takes long.
  hookTimeout: 600_000,
};

/**
 * `unit`: tests without a database · `sqlite`, `postgres`: tests with one, on either engine · `e2e`: a real server and
 * browser
 */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: SequenceByEnvironment },
    tags: [
      {
        name: 'prove',
        description: 'Exhaustive: `npm run prove` and `.ci/run` run it, `npm test` does not.',
      },
      {
        name: 'release',
        description: 'Looks again at what other tests hold: only `npm run prove` runs it.',
      },
      {
        name: 'scaled',
        description: 'A proof: `npm test` runs a twentieth of it, `.ci/run` a tenth, `npm run prove` all.',
      },
      {
        name: 'postgres',
        description: 'A file that `npm test` also runs on PostgreSQL: races, engine-specific SQL.',
      },
      {
        name: 'postgresInCi',
        description: '`.ci/run` runs it on PostgreSQL too; `npm test` runs only its races there.',
      },
      {
        name: 'processes',
        description: 'A file that starts server processes: runs in the lane of the browsers.',
      },
      {
        name: 'slow',
        description: 'A unit test of a second or more: `npm run check` skips it.',
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
          // Includes the start of the server and, for the first file, seeding the demonstration.
          testTimeout: 600_000,
          hookTimeout: 300_000,
          // The server shares its machine with the browser.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
