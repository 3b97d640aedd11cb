/** @module-tag postgres */
import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { isStandIn, testEngine } from '#db/testing/test-db';
import { newId } from '#server/kernel/id';
import { tamper } from '#server/ledger/testing/tamper';
import { test as base } from '#server/testing/bank-test';
import { plansDuring } from '#server/testing/plans-during';
import { codeOf } from '#server/testing/refusal-of';
import { isPaidBefore } from './paid-before.ts';

const MANY = 3_000;
const LINE = '9'.repeat(47);

/** Ana has many boletos and charges that are concluded, and one boleto that is not: reads what screens ask about them. */
const test = base.extend('readAll', async ({ bank, ana }) => {
  const { id: userId } = ana.user;
  const at = (place: number) => (bank.db.engine === 'sqlite' ? place : `to_timestamp(${place})`);
  const places = Array.from({ length: MANY }, (_, place) => place);
  const order = (place: number) =>
    place === MANY / 2
      ? `('o${place}', 'i${place}', '${userId}', 'boleto', 100, '${LINE}', null, 1, ${at(place)}, 'processing', null, null)`
      : `('o${place}', 'i${place}', '${userId}', 'boleto', 100, '${place}', 'p${place}', 1, ${at(place)}, 'done', ${at(place)}, 'c${place}')`;
  const charge = (place: number) =>
    `('h${place}', 'h${place}', '${userId}', 'immediate', 100, '', 0, '{}', 1, ${at(place)}, ${at(place)}, 'paid', ${at(place)})`;
  const recipient = { id: newId(), userId, kind: 'boleto', target: 'Luz', lastUsedAt: new Date(0) } as const;
  await bank.db.transaction((tx) => tx.insert(tx.tables.recipients).values(recipient));
  await tamper(
    bank.db,
    `insert into payment_orders (transaction_id, intent_id, user_id, kind, amount_cents, target, payload, attempts, created_at, status, concluded_at, concluded_by_id) values ${places.map(order).join()}`,
    `insert into charges (id, public_id, user_id, kind, amount_cents, description, valid_days, terms, attempts, created_at, ends_at, status, concluded_at) values ${places.map(charge).join()}`,
  );
  return async () => {
    await ana.call.pix.orders();
    expect(await isPaidBefore(bank.db, userId, 'target', LINE)).toBe(true);
    expect(await isPaidBefore(bank.db, userId, 'payload', 'p7')).toBe(true);
    await bank.db.transaction(async (tx) => {
      for (const find of bank.registry.closureObstacles) await find(tx, userId);
    });
    expect(await codeOf(ana.call.account.removeRecipient({ id: recipient.id }))).toBe('RECIPIENT_IN_USE');
  };
});

const isOfMany = (text: string) => /^select .* from "(payment_orders|charges)"/s.test(text);
const INDEX = /payment_orders_(user_open|boleto|payload)|charges_user_open/;

test.skipIf(testEngine() !== 'sqlite')(
  'what is asked of the orders and charges of a customer does not read those that are concluded',
  async ({ bank, readAll }) => {
    const plans = await plansDuring(async () => {
      await readAll();
      return bank;
    });
    const read = plans.filter(({ text }) => isOfMany(text));
    expect(read).toHaveLength(6);
    for (const { text, steps } of read) {
      const step = steps.find((one) => /(payment_orders|charges)\b/.test(one));
      expect(step, text).toMatch(INDEX);
      expect(steps.join(), text).not.toContain('TEMP B-TREE');
    }
  },
);

test.skipIf(testEngine() !== 'sqlite')(
  'what was given back of a PIX is looked up by its transaction, whatever else its customer sent',
  async ({ bank, ana }) => {
    const plans = await plansDuring(async () => {
      expect(await codeOf(ana.call.pix.returns({ id: newId() }))).toBe('NOT_FOUND');
      return bank;
    });
    const read = plans.filter(({ text }) => /"(payment_orders|incoming_payments)"/.test(text));
    expect(read.length).toBeGreaterThanOrEqual(2);
    for (const { text, steps } of read)
      expect(
        steps.filter((one) => /payment_orders|incoming_payments/.test(one)),
        text,
      ).toEqual([expect.stringContaining('transaction_id=?')]);
  },
);

test.skipIf(testEngine() === 'sqlite' || isStandIn())(
  'PostgreSQL does not read concluded orders and charges for what is asked of those of a customer',
  async ({ bank, readAll }) => {
    const raw = await openRaw(engineOf(bank.db).url);
    await raw.run('VACUUM ANALYZE payment_orders');
    await raw.run('VACUUM ANALYZE charges');
    await raw.close();
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    await readAll();
    const sent = asked.mock.calls.map(([config]) => config as unknown as pg.QueryConfig);
    asked.mockRestore();
    const client = new pg.Client(engineOf(bank.db).url);
    await client.connect();
    onTestFinished(() => client.end());
    const read = sent.filter(({ text }) => isOfMany(text ?? ''));
    expect(new Set(read.map(({ text }) => text)).size).toBe(6);
    for (const { text, values } of read) {
      const plan = await client.query({ text: `EXPLAIN (ANALYZE) ${text}`, values: values ?? [] });
      const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(lines, text).toMatch(INDEX);
      expect(lines, text).not.toMatch(/Seq Scan on (payment_orders|charges)/);
    }
  },
);
