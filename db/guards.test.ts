/** @module-tag postgres */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseError } from '#db/error';
import { attackScene, everything } from './testing/attack-scene.ts';
import { attacks } from './testing/attacks.ts';
import { attacksOnPostgres, attacksOnSqlite } from './testing/attacks-on-one.ts';
import { chargeAttacks, chargeScene } from './testing/charge-attacks.ts';
import { openRaw, type Raw } from './testing/raw.ts';
import { recordAttacks, recordScene } from './testing/record-attacks.ts';
import { testDatabase, testEngine } from './testing/test-db.ts';

const engine = testEngine();

describe('raw SQL against the ledger', () => {
  let raw: Raw;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await testDatabase();
    drop = database.drop;
    raw = await openRaw(database.url);
    await attackScene(engine, raw);
    await recordScene(engine, raw);
    await chargeScene(engine, raw);
  });
  afterAll(async () => {
    await raw.close();
    await drop();
  });

  const all = [
    ...attacks,
    ...recordAttacks,
    ...chargeAttacks,
    ...(engine === 'sqlite' ? attacksOnSqlite : attacksOnPostgres),
  ];
  test.each(all)('raw SQL against the ledger is refused: %s', async (_, sql, refusal) => {
    const before = await everything(raw);
    const error: unknown = await raw.run(`BEGIN; ${sql(engine)}; COMMIT;`).then(
      () => null,
      (thrown) => thrown,
    );
    await raw.run('ROLLBACK').catch(() => {});
    expect(error).toBeInstanceOf(Error);
    if (typeof refusal === 'string')
      expect(databaseError(error)).toEqual({ kind: 'guard', message: refusal });
    else expect(String(error)).toMatch(refusal);
    expect(await everything(raw)).toBe(before);
  });
});
