/** @module-tag postgres */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { engineOf } from '#db/engine';
import type { Kit } from '#db/kit/kit';
import { postgresKit } from '#db/kit/postgres';
import { sqliteKit } from '#db/kit/sqlite';
import { openRaw } from './testing/raw.ts';
import { testDb, testEngine } from './testing/test-db.ts';

const samples = (kit: Kit) =>
  kit.table('samples', {
    id: kit.id('id').primaryKey(),
    text: kit.text('text'),
    word: kit.oneOf('word', ['one', 'two']),
    cents: kit.cents('cents'),
    count: kit.count('count'),
    bool: kit.bool('bool'),
    at: kit.at('at'),
    date: kit.date('date'),
    json: kit.json('json'),
    bytes: kit.bytes('bytes'),
  });

const COLUMNS = {
  sqlite:
    'id text PRIMARY KEY NOT NULL, text text, word text, cents integer, count integer, bool integer, at integer, date text, json text, bytes blob',
  postgres:
    'id text PRIMARY KEY, text text, word text, cents bigint, count integer, bool boolean, at timestamptz(3), date date, json jsonb, bytes bytea',
};

const rows = [
  {
    id: 'full',
    text: 'São Paulo — “água” 🏦 \' " \\ \n',
    word: 'two' as const,
    cents: Number.MAX_SAFE_INTEGER,
    count: 2_147_483_647,
    bool: true,
    at: new Date('2026-11-20T23:59:59.999Z'),
    date: '2024-02-29',
    json: { list: [1, 'two', null, { three: true }], text: 'ç' },
    bytes: Buffer.from([0, 1, 255, 0]),
  },
  {
    id: 'negative',
    text: '',
    word: 'one' as const,
    cents: -Number.MAX_SAFE_INTEGER,
    count: -1,
    bool: false,
    at: new Date('1900-01-01T00:00:00.001Z'),
    date: '1900-01-01',
    json: [],
    bytes: Buffer.alloc(0),
  },
  {
    id: 'empty',
    text: null,
    word: null,
    cents: null,
    count: null,
    bool: null,
    at: null,
    date: null,
    json: null,
    bytes: null,
  },
];

test('a value of each column kind is read back as it was written', async () => {
  const engine = testEngine();
  const table = samples(engine === 'sqlite' ? sqliteKit : postgresKit);
  const db = await testDb({ verify: false });
  const raw = await openRaw(engineOf(db).url);
  await raw.run(`CREATE TABLE samples (${COLUMNS[engine]})${engine === 'sqlite' ? ' STRICT' : ''}`);
  await raw.close();

  const returned = await db.transaction((tx) =>
    tx
      .insert(table)
      .values(rows)
      .returning()
      .then((written) => written),
  );
  expect(returned).toEqual(rows);
  for (const row of rows) {
    expect(await db.select().from(table).where(eq(table.id, row.id))).toEqual([row]);
    const query = db.prepared('test.sample', (on) =>
      on
        .select()
        .from(table)
        .where(eq(table.id, sql.placeholder('id'))),
    );
    expect(await query.execute({ id: row.id })).toEqual([row]);
  }

  await db.transaction(async (tx) => {
    const query = tx.prepared('test.insert', (on) =>
      on
        .insert(table)
        .values({ id: sql.placeholder('id'), bool: sql.placeholder('bool'), at: sql.placeholder('at') }),
    );
    await query.execute({ id: 'prepared', bool: true, at: rows[0]?.at });
  });
  const [prepared] = await db.select().from(table).where(eq(table.id, 'prepared'));
  expect(prepared).toMatchObject({ bool: true, at: rows[0]?.at, cents: null });
});
