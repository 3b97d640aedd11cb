/** @module-tag postgres */
import { expect } from 'vitest';
import { engineOf } from '#db/engine';
import { databaseError } from '#db/error';
import { attackScene, legs, seal } from './testing/attack-scene.ts';
import { next } from './testing/next-entries.ts';
import { raceTest } from './testing/race-test.ts';
import { openRaw } from './testing/raw.ts';
import { testDb, testEngine } from './testing/test-db.ts';

if (testEngine() === 'postgres') {
  raceTest('an entry that another session adds to a transaction about to be sealed is refused', async () => {
    const { url } = engineOf(await testDb({ verify: false }));
    const [owner, intruder] = [await openRaw(url), await openRaw(url)];
    try {
      await attackScene('postgres', owner);
      await owner.run(`BEGIN; ${legs('postgres', 't', next.ana(-5), next.bruno(5))}`);
      const intrusion = intruder.run(`BEGIN; ${legs('postgres', 't', next.bank(7))} COMMIT;`).then(
        () => null,
        (error: unknown) => error,
      );
      await owner.run(`${seal('postgres', 't', 'transfer', 5)} COMMIT;`);
      expect(databaseError(await intrusion)).toEqual({ kind: 'guard', message: 'ledger.sealed' });
      await intruder.run('ROLLBACK');
      expect(await owner.run("SELECT count(*)::int AS legs FROM entries WHERE transaction_id = 't'")).toEqual(
        [{ legs: 2 }],
      );
    } finally {
      await owner.close();
      await intruder.close();
    }
  });
}

raceTest('one of two sessions that write the same next entry of an account is refused', async () => {
  const engine = testEngine();
  const { url } = engineOf(await testDb({ verify: false }));
  const [one, two] = [await openRaw(url), await openRaw(url)];
  try {
    await attackScene(engine, one);
    const spend = (id: string) =>
      `BEGIN; ${legs(engine, id, next.ana(-10_000), next.bruno(10_000))} ${seal(engine, id, 'transfer', 10_000)} COMMIT;`;
    const outcomes = await Promise.allSettled([one.run(spend('a')), two.run(spend('b'))]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  } finally {
    await one.close();
    await two.close();
  }
});
