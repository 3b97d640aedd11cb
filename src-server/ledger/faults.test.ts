/** @module-tag postgres */
import { expect, test } from 'vitest';
import type { Db, Tx } from '#db/db';
import { proofScale } from '#db/testing/proof-scale';
import { testDb } from '#db/testing/test-db';
import { queueMail } from '#server/outbox/queue-mail';
import { once } from './once.ts';
import { balancesOf } from './statement.ts';
import { adjust, fingerprint, makeCustomer, moveIn, NOON, pair } from './testing/bank.ts';
import { failingAt, InjectedFault } from './testing/faults.ts';
import { verifyLedger } from './verify.ts';

type Spend = { actorId: string; key: string; from: string; to: string; amountCents: number };

const spendIn = (tx: Tx, { actorId, key, from, to, amountCents }: Spend) =>
  once(tx, { actorId, key, request: { amountCents }, at: NOON }, async () => {
    await queueMail(tx, {
      kind: 'transfer',
      recipient: 'a@example.com',
      subject: 's',
      text: 't',
      html: 'h',
      at: NOON,
    });
    const posted = await moveIn(tx, { entries: pair(from, to, amountCents) });
    return posted.transactionId;
  });

async function countStatements(db: Db, spend: Spend): Promise<number> {
  const counting = await db.transaction(async (tx) => {
    const counting = failingAt(tx, 0);
    await spendIn(counting.tx, spend);
    return counting;
  });
  // Read after COMMIT: the audit row is written when the work is done.
  return counting.ran();
}

test('a money movement leaves nothing behind, whichever of its statements fails', async () => {
  const db = await testDb();
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db)];
  await adjust(db, ana.accountId, 1_000);
  const spend = { actorId: ana.userId, from: ana.accountId, to: bruno.accountId, amountCents: 10 };
  const statements = await countStatements(db, { ...spend, key: 'whole' });
  expect(statements).toBeGreaterThanOrEqual(9);
  const before = await fingerprint(db);
  for (let failing = 1; failing <= statements; failing += 1) {
    const broken = db.transaction((tx) => spendIn(failingAt(tx, failing).tx, { ...spend, key: 'k' }));
    await expect(broken).rejects.toThrow(InjectedFault);
    expect(await fingerprint(db)).toBe(before);
  }
  await db.transaction((tx) => spendIn(failingAt(tx, statements + 1).tx, { ...spend, key: 'k' }));
  expect(await fingerprint(db)).not.toBe(before);
});

test('a failed money movement does not affect concurrent ones', {
  tags: ['scaled'],
  timeout: 300_000,
}, async () => {
  const db = await testDb();
  const people = await Promise.all(Array.from({ length: 6 }, () => makeCustomer(db)));
  for (const person of people) await adjust(db, person.accountId, 1_000_000);
  const model = new Map(people.map((person) => [person.accountId, 1_000_000]));
  for (let round = 0; round < proofScale(100); round += 1) {
    const jobs = Array.from({ length: 24 }, async (_, index) => {
      const [from, to] = [people[(index + round) % 6], people[(index * 5 + round + 1) % 6]];
      if (!from || !to || from === to) return;
      const faultAt = index % 3 === 0 ? 1 + ((index + round) % 9) : 0;
      const spend = {
        actorId: from.userId,
        key: `${round} ${index}`,
        from: from.accountId,
        to: to.accountId,
        amountCents: 1 + index,
      };
      const done = await db
        .transaction((tx) => spendIn(failingAt(tx, faultAt).tx, spend))
        .then(() => true)
        .catch((error) => {
          expect(error).toBeInstanceOf(InjectedFault);
          return false;
        });
      expect(done).toBe(faultAt === 0);
      if (!done) return;
      model.set(from.accountId, (model.get(from.accountId) ?? 0) - spend.amountCents);
      model.set(to.accountId, (model.get(to.accountId) ?? 0) + spend.amountCents);
    });
    await Promise.all(jobs);
  }
  expect(await balancesOf(db, [...model.keys()])).toEqual(model);
  expect(await verifyLedger(db)).toMatchObject({ ok: true });
});
