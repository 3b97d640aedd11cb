import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Sample } from './figures.ts';
import { measurePgbench } from './pgbench.ts';

/** A ledger in plain SQL, MIT: github.com/pgr0ss/pgledger. Not shipped here; `--pgledger` names a copy of its repository. */
const FILES = [
  'vendor/scoville-pgsql-ulid/ulid-to-uuid.sql',
  'vendor/scoville-pgsql-ulid/uuid-to-ulid.sql',
  'pgledger.sql',
];

const ACCOUNTS = 4000;

const SCRIPT = `\\set a random(1, ${ACCOUNTS})
\\set b 1 + (:a + random(0, ${ACCOUNTS - 2})) % ${ACCOUNTS}
SELECT pgledger_create_transfer(
  (SELECT id FROM bench_accounts WHERE n = :a), (SELECT id FROM bench_accounts WHERE n = :b), 1);
`;

/** Creates pgledger's tables and accounts in an empty database. */
export async function preparePgledger(repository: string, url: string): Promise<void> {
  const missing = FILES.filter((file) => !existsSync(join(repository, file)));
  if (missing.length > 0) throw new Error(`--pgledger ${repository}: no ${missing.join(', ')}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const file of FILES) await client.query(readFileSync(join(repository, file), 'utf8'));
    await client.query(
      `CREATE TABLE bench_accounts AS
         SELECT n, (pgledger_create_account('account ' || n, 'BRL')).id FROM generate_series(1, $1::int) AS n`,
      [ACCOUNTS],
    );
    await client.query('CREATE UNIQUE INDEX ON bench_accounts (n); ANALYZE');
  } finally {
    await client.end();
  }
}

/** Its function alone, by pgbench: no HTTP, session, letter, audit or idempotency. */
export function measurePgledger(
  pgbench: string,
  url: string,
  folder: string,
  seconds: number,
): Promise<Sample> {
  const script = join(folder, 'pgledger.sql');
  writeFileSync(script, SCRIPT);
  return measurePgbench(pgbench, url, seconds, ['-f', script]);
}
