/** @module-tag postgres */
import { expect, test } from 'vitest';
import type { Db } from '#db/db';
import { testDb } from '#db/testing/test-db';
import { refuse } from '#domain/refusal';
import { keptAnswer, once } from './once.ts';
import { balanceOf } from './statement.ts';
import { adjust, fingerprint, makeCustomer, moveIn, NOON, outcome, pair } from './testing/bank.ts';

const spend = (
  db: Db,
  options: { actorId: string; key: string | undefined; from: string; to: string; amountCents: number },
) =>
  db.transaction((tx) =>
    once(
      tx,
      {
        actorId: options.actorId,
        key: options.key,
        request: { transfer: { to: options.to, amountCents: options.amountCents } },
        at: NOON,
      },
      async () => {
        const posted = await moveIn(tx, { entries: pair(options.from, options.to, options.amountCents) });
        return { id: posted.transactionId, note: undefined };
      },
    ),
  );

async function scene() {
  const db = await testDb();
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db)];
  await adjust(db, ana.accountId, 1_000);
  return {
    db,
    ana,
    bruno,
    request: { actorId: ana.userId, key: 'k', from: ana.accountId, to: bruno.accountId, amountCents: 100 },
  };
}

test('a repeated request with the same key moves money once and gets the same answer', async () => {
  const { db, ana, request } = await scene();
  const first = await spend(db, request);
  const before = await fingerprint(db);
  expect(await spend(db, request)).toEqual(first);
  expect(await fingerprint(db)).toBe(before);
  expect(await balanceOf(db, ana.accountId)).toBe(900);
});

test('16 concurrent requests with the same key move money once and get the same answer', async () => {
  const { db, ana, request } = await scene();
  const answers = await Promise.all(Array.from({ length: 16 }, () => spend(db, request)));
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
  expect(await balanceOf(db, ana.accountId)).toBe(900);
});

test('another request with a used key is refused and moves nothing', async () => {
  const { db, request } = await scene();
  await spend(db, request);
  const before = await fingerprint(db);
  expect(await outcome(spend(db, { ...request, amountCents: 101 }))).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(await fingerprint(db)).toBe(before);
});

test('of two different concurrent requests with one key only one is done', async () => {
  const { db, ana, request } = await scene();
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      outcome(spend(db, { ...request, amountCents: 100 + (index % 2) })),
    ),
  );
  expect(outcomes.filter((code) => code === 'done')).toHaveLength(4);
  expect(outcomes.filter((code) => code === 'IDEMPOTENCY_KEY_REUSED')).toHaveLength(4);
  expect([899, 900]).toContain(await balanceOf(db, ana.accountId));
});

test('a request without a key, with another key or by another person is a new request', async () => {
  const { db, ana, bruno, request } = await scene();
  for (const other of [{ key: undefined }, { key: undefined }, { key: 'l' }, { actorId: bruno.userId }, {}]) {
    await spend(db, { ...request, ...other });
  }
  expect(await balanceOf(db, ana.accountId)).toBe(500);
});

test('a refused request leaves its key free for the next try', async () => {
  const { db, ana, request } = await scene();
  expect(await outcome(spend(db, { ...request, amountCents: 1_001 }))).toBe('INSUFFICIENT_FUNDS');
  await adjust(db, ana.accountId, 1);
  expect(await outcome(spend(db, { ...request, amountCents: 1_001 }))).toBe('done');
  const refused = db.transaction((tx) =>
    once(tx, { actorId: ana.userId, key: 'm', request: {}, at: NOON }, async () => refuse('BUSY')),
  );
  expect(await outcome(refused)).toBe('BUSY');
});

test.each([null, undefined])('a request whose answer is %s is not done twice', async (empty) => {
  const { db, ana } = await scene();
  let times = 0;
  const nothing = () =>
    db.transaction((tx) =>
      once(tx, { actorId: ana.userId, key: 'n', request: { b: 1, a: [2] }, at: NOON }, async () => {
        times += 1;
        return empty;
      }),
    );
  expect(await nothing()).toBe(null);
  expect(await nothing()).toBe(null);
  expect(times).toBe(1);
});

test("a kept answer is found before its work is repeated, only under its actor's key and for the same request", async () => {
  const { db, ana, bruno, request } = await scene();
  const asked = { key: 'k', request: { transfer: { to: bruno.accountId, amountCents: 100 } } };
  const kept = (userId: string, { key, request }: Partial<typeof asked> = asked) =>
    keptAnswer({ db, user: { id: userId } }, { key, request });
  expect(await kept(ana.userId)).toBe(null);
  const answer = await spend(db, request);
  expect(await kept(ana.userId)).toEqual({ id: answer.id });
  expect(await kept(ana.userId, { ...asked, key: undefined })).toBe(null);
  expect(await kept(ana.userId, { ...asked, key: 'l' })).toBe(null);
  expect(await kept(bruno.userId)).toBe(null);
  const other = { ...asked, request: { transfer: { to: bruno.accountId, amountCents: 101 } } };
  expect(await outcome(kept(ana.userId, other))).toBe('IDEMPOTENCY_KEY_REUSED');
});
