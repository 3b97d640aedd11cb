/** @module-tag postgresInCi */
import { eq, getTableColumns, getTableName, type Table } from 'drizzle-orm';
import { expect } from 'vitest';
import { sqliteKit } from '#db/kit/sqlite';
import { makeTables } from '#db/schema';
import { MAIL_RETRY } from '#domain/limits';
import { fixedClock } from '#server/kernel/clock';
import { noteMoment } from '#server/kernel/clock-watch';
import { newId } from '#server/kernel/id';
import { settleOrders } from '#server/payments/orders/order-worker';
import { sendOrder } from '#server/payments/orders/send-order';
import { atProvider, place, rowOf, settleAll } from '#server/payments/orders/testing/order-scene';
import { test as orderTest } from '#server/payments/orders/testing/order-test';
import type { TestBank } from '#server/testing/test-bank';
import { lookedAt } from './bring-back-looks.ts';
import { watchClock } from './watch-clock.ts';

const DAYS = 40 * 86_400;
const HOUR = 3_600_000;

const daysAfter = ({ clock }: TestBank): string =>
  new Date(clock.real().getTime() + DAYS * 1000).toISOString();

/** Every column that `lookedAt` names, of every row that has it, in ms after now. */
async function looks({ db, clock }: TestBank): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const { column } of lookedAt(db.tables)) {
    const rows = await db.select({ at: column }).from(column.table);
    const moments = rows.flatMap(({ at }) =>
      at instanceof Date ? [at.getTime() - clock.real().getTime()] : [],
    );
    found[`${getTableName(column.table)}.${column.name}`] = moments.sort((one, other) => one - other);
  }
  return found;
}

/** One open row of each table that a worker looks at, to be looked at at this moment. */
const test = orderTest.extend('putOff', ({ scene, bank, ana }) => async (at: Date) => {
  const id = await place(scene, 4_000);
  const now = bank.clock.real();
  const userId = ana.user.id;
  const [looked, since] = [{ nextLookAt: at }, { createdAt: now }];
  await bank.db.transaction(async (tx) => {
    const t = tx.tables;
    for (const table of [t.outbox, t.providerEvents]) await tx.delete(table);
    await tx.update(t.paymentOrders).set(looked).where(eq(t.paymentOrders.transactionId, id));
    const cents = { amountCents: 100, coverCents: 100 };
    const cover = { coverId: id, kind: 'boleto', status: 'covering', request: {}, paymentKey: 'k' } as const;
    await tx.insert(t.coveredPayments).values({ ...cover, ...cents, ...looked, ...since, userId });
    const held = { transactionId: id, providerId: 'pay_1', status: 'returning', amountCents: 100 } as const;
    const returning = { ...held, attempts: 1, isAccepted: true };
    await tx.insert(t.heldPayments).values({ ...returning, ...looked, ...since, userId });
    const claim = { id, role: 'claimer', kind: 'portability', status: 'waiting', providerId: 'c1' } as const;
    const key = { key: 'ana@correio.example', keyType: 'EMAIL', resolveBy: now, completeBy: now } as const;
    await tx.insert(t.keyClaims).values({ ...claim, ...key, ...looked, ...since, userId });
    const charge = { id, publicId: 'p', kind: 'immediate', status: 'making', description: 'Aula' } as const;
    const asked = { ...charge, amountCents: 100, validDays: 0, endsAt: now, terms: {}, attempts: 1 };
    await tx.insert(t.charges).values({ ...asked, ...looked, ...since, userId });
    const waiting = { transactionId: id, kind: 'pix', status: 'waiting', request: {} } as const;
    await tx.insert(t.waitingPayments).values({ ...waiting, ...looked, userId });
    const event = { id: newId(), event: 'TRANSFER_DONE', attempts: 1, nextAttemptAt: at };
    await tx.insert(t.providerEvents).values({ ...event, receivedAt: now });
    const letter = { id, kind: 'k', recipient: 'a@b.example', subject: 's', text: 't', html: 'h' };
    await tx.insert(t.outbox).values({ ...letter, ...since, attempts: 1, nextAttemptAt: at });
  });
});

test('every column of the schema that says when something is looked at again is brought back', () => {
  const tables = makeTables(sqliteKit);
  const all = Object.values(tables).flatMap((table) =>
    Object.values(getTableColumns(table as Table)).map(
      ({ name }) => `${getTableName(table as Table)}.${name}`,
    ),
  );
  const listed = lookedAt(tables).map(({ column }) => `${getTableName(column.table)}.${column.name}`);
  expect(listed.sort()).toEqual(all.filter((name) => /\.next_/.test(name)).sort());
});

test('after the clock was ahead each thing that waits is taken up when a claim of now would end', async ({
  bank,
  putOff,
}) => {
  const ahead = new Date(bank.clock.real().getTime() + DAYS * 1000);
  await putOff(ahead);
  await watchClock(bank);
  const graceMs = bank.provider.graceSeconds * 1000;
  const expected = { ...(await looks(bank)) };
  for (const name of Object.keys(expected)) expected[name] = [graceMs];
  expect(await looks(bank)).toEqual({
    ...expected,
    'outbox.next_attempt_at': [MAIL_RETRY.leaseSeconds * 1000],
  });
});

test('a pause that a right clock makes is kept, also while the clock is behind', async ({ bank, putOff }) => {
  await putOff(new Date(bank.clock.real().getTime() + 7 * HOUR));
  await watchClock(bank);
  for (const moments of Object.values(await looks(bank))) expect(moments).toEqual([7 * HOUR]);
  await bank.db.transaction((tx) => noteMoment(tx, new Date(bank.clock.real().getTime() + HOUR)));
  expect((await watchClock(bank)).standing).toBe('behind');
  for (const moments of Object.values(await looks(bank))) expect(moments).toEqual([7 * HOUR]);
  bank.clock.passSeconds(-24 * 3600);
  await watchClock(bank);
  for (const [moment] of Object.values(await looks(bank))) expect(moment).toBeLessThan(HOUR);
});

test('an order whose outcome is unknown since the clock was ahead is asked about after the grace, and made once', async ({
  scene,
  bank,
  simulator,
}) => {
  await watchClock(bank);
  // The provider's clock is right.
  const ahead = { ...bank, clock: fixedClock(daysAfter(bank)) };
  const id = await place({ ...scene, bank: ahead }, 4_000);
  const { faults } = simulator.simulator;
  const calm = { ...faults };
  Object.assign(faults, { dropAfter: 1 });
  await sendOrder(ahead, id);
  Object.assign(faults, calm);
  await watchClock({ ...bank });
  await settleOrders(bank);
  expect((await rowOf(bank, id)).status).toBe('sending');
  bank.clock.passSeconds(bank.provider.graceSeconds);
  await settleAll(bank);
  expect(await rowOf(bank, id)).toMatchObject({ status: 'done', attempts: 1 });
  expect(atProvider(scene, id)).toHaveLength(1);
});

test('what could not be brought back is brought back at the next look', async ({ bank, putOff }) => {
  await putOff(new Date(bank.clock.real().getTime() + DAYS * 1000));
  const { db } = bank;
  const transaction = db.transaction;
  Object.defineProperty(db, 'transaction', {
    configurable: true,
    value: () => Promise.reject(new Error('away')),
  });
  await expect(watchClock(bank)).rejects.toThrow('away');
  Object.defineProperty(db, 'transaction', { configurable: true, value: transaction });
  await watchClock(bank);
  for (const [moment] of Object.values(await looks(bank))) expect(moment).toBeLessThan(HOUR);
});

test('a clock that is right is not taken to be ahead, however long something cannot be brought back', async ({
  bank,
  putOff,
}) => {
  await putOff(new Date(bank.clock.real().getTime() + DAYS * 1000));
  await bank.db.transaction((tx) => noteMoment(tx, bank.clock.real()));
  const failing = { ...bank, provider: undefined as never };
  for (let day = 0; day < 4; day += 1) {
    bank.clock.passSeconds(86_400);
    await expect(watchClock(failing)).rejects.toThrow();
  }
  expect((await watchClock(bank)).standing).toBe('right');
});
