/** @module-tag postgres */
import { expect, test } from 'vitest';
import { migrate, open } from '#db/open';
import { attackScene } from './testing/attack-scene.ts';
import { createFirstRelease } from './testing/first-release.ts';
import { openRaw, type Raw } from './testing/raw.ts';
import { emptyDatabase, testEngine } from './testing/test-db.ts';

const engine = testEngine();
const TABLES = ['users', 'accounts', 'entries', 'transactions', 'audit_log', 'idempotency', 'documents'];

const everything = async (raw: Raw) => {
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const table of TABLES) found[table] = await raw.run(`SELECT * FROM ${table} ORDER BY 1, 2`);
  return found;
};

/** Existing addresses count as confirmed, and entries of own moves, payouts and reversals as neutral. */
const FILLED: Record<string, string[]> = { users: ['email_confirmed_at'], entries: ['is_neutral'] };

/** Of how many columns PostgreSQL's planner knows the values; null on SQLite, which needs none. */
async function statisticsOf(raw: Raw, table: string): Promise<number | null> {
  if (engine === 'sqlite') return null;
  const [row] = await raw.run(`SELECT count(*) FROM pg_stats WHERE tablename = '${table}'`);
  return Number(row?.count);
}

test('migrating a database of the first release keeps every row, leaves new columns empty and counts e-mail addresses as confirmed', async () => {
  const { url, drop } = await emptyDatabase();
  const raw = await openRaw(url);
  await createFirstRelease(engine, raw);
  await attackScene(engine, raw);
  const before = await everything(raw);
  await raw.close();

  const db = await open(url);
  await migrate(db);
  await db.close();

  const again = await openRaw(url);
  const after = await everything(again);
  const known = await statisticsOf(again, 'entries');
  await again.close();
  await drop();
  expect(before.users).toHaveLength(2);
  for (const table of TABLES) {
    const known = Object.keys(before[table]?.[0] ?? {});
    const kept = after[table]?.map((row) => Object.fromEntries(known.map((name) => [name, row[name]])));
    expect(kept, table).toEqual(before[table]);
    const isNew = Object.entries(after[table]?.[0] ?? {}).filter(([name]) => !known.includes(name));
    const filled = isNew.filter(([, value]) => value !== null).map(([name]) => name);
    expect(filled, table).toEqual(FILLED[table] ?? []);
  }
  const reversals = after.transactions?.filter(({ type }) => type === 'reversal').map(({ id }) => id);
  const neutral = after.entries?.filter(({ is_neutral }) => Boolean(is_neutral));
  expect(reversals?.length).toBeGreaterThan(0);
  expect(new Set(neutral?.map(({ transaction_id }) => transaction_id))).toEqual(new Set(reversals));
  // Without them what fills a table from another one reads it again for each row.
  if (known !== null) expect(known).toBeGreaterThan(0);
});
