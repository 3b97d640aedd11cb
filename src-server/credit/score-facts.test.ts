/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { type AccountMovement, accountFacts, factsFrom } from '#domain/credit/account-facts';
import { addDays, bankDate } from '#domain/date';
import { bankAccountId } from '#server/ledger/bank-account';
import type { post } from '#server/ledger/post';
import { moveIn } from '#server/ledger/testing/bank';
import { test as orderTest } from '#server/payments/orders/testing/order-test';
import { deliverEvent } from '#server/payments/testing/scene';
import { test as bankTest } from '#server/testing/bank-test';
import { openFor } from '#server/testing/people';
import { customerFacts } from './score-facts.ts';
import { openCreditBank } from './testing/scene.ts';

const TODAY = '2026-11-23';

async function openWithLedger() {
  const scene = await openCreditBank();
  const { bank, ana } = scene;
  const adjustments = await bank.db.transaction((tx) => bankAccountId(tx, 'adjustments'));
  const receive = async (
    day: string,
    cents: number,
    { type = 'transfer' as Parameters<typeof post>[1]['type'], from = adjustments } = {},
  ) =>
    bank.db.transaction((tx) =>
      moveIn(tx, {
        type,
        createdAt: new Date(`${day}T12:00:00-03:00`),
        entries: [
          { accountId: from, amountCents: -cents },
          { accountId: ana.accountId, amountCents: cents },
        ],
      }),
    );
  const facts = (today = TODAY) => customerFacts(bank.db, ana.user.id, today);
  return { ...scene, receive, facts };
}

const test = bankTest.extend('scene', () => openWithLedger());

describe('the facts of an analysis from the ledger', () => {
  test('an analysis uses the movement, balances and income of the last months', async ({
    scene: { facts, receive },
  }) => {
    // Ana has 100.00 since March and an income of 5,000.00.
    for (const day of ['2026-08-05', '2026-09-05', '2026-10-05']) await receive(day, 260_000);
    expect(await facts()).toEqual({
      isCompany: false,
      monthlyIncomeCents: 500_000,
      ratingVb: null,
      referenceOn: TODAY,
      account: {
        movementDays90: 2,
        minBalance90Cents: 270_000,
        avgBalance90Cents: expect.any(Number),
        isSalaryCredited: true,
        minMonthEnd3Cents: 270_000,
      },
      history: {
        dueInstalments: 0,
        worstDaysLate24m: 0,
        currentOverdueDays: 0,
        openCollections: 0,
        resolvedCollections24m: 0,
        finishedOperations: 0,
      },
    });
  });

  test('money lent, redeemed or moved from own savings is not income; money from the external account is', async () => {
    const isEarned = async (
      change: (scene: Awaited<ReturnType<typeof openWithLedger>>, day: string) => Promise<unknown>,
    ) => {
      const scene = await openWithLedger();
      for (const day of ['2026-09-05', '2026-10-05']) await change(scene, day);
      return (await scene.facts()).account?.isSalaryCredited;
    };
    for (const type of ['credit_disbursement', 'investment_redemption', 'investment_yield'] as const)
      expect(await isEarned(({ receive }, day) => receive(day, 260_000, { type })), type).toBe(false);
    const fromOwn = async (accountType: 'savings' | 'external') =>
      isEarned(async ({ bank, ana, receive }, day) => {
        const { accounts } = bank.db.tables;
        const held = await bank.db.select().from(accounts).where(eq(accounts.userId, ana.user.id));
        const own =
          held.find((account) => account.accountType === accountType) ??
          (await openFor(bank, ana.user, accountType));
        const adjustments = await bankAccountId(bank.db, 'adjustments');
        await bank.db.transaction((tx) =>
          moveIn(tx, {
            createdAt: new Date(`${day}T09:00:00-03:00`),
            entries: [
              { accountId: adjustments, amountCents: -260_000 },
              { accountId: own.id, amountCents: 260_000 },
            ],
          }),
        );
        await receive(day, 260_000, { from: own.id });
      });
    expect(await fromOwn('savings')).toBe(false);
    expect(await fromOwn('external')).toBe(true);
    expect(await isEarned(({ receive }, day) => receive(day, 260_000))).toBe(true);
  });
});

orderTest(
  'money moved out to the external account and back is no income, over the end of a month neither; what others paid there is',
  async ({ bank, ana, admin, simulator }) => {
    await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '2500.00', reason: 'Depósito' });
    const { key } = await ana.call.pix.keys.create({ type: 'EVP' });
    const move = async (on: string, direction: 'in' | 'out', amount = '3000.00') => {
      bank.clock.set(`2026-${on}T12:00:00-03:00`);
      expect(await ana.call.pix.move({ direction, amount })).toMatchObject({ status: 'done' });
    };
    const isEarned = async (today: string) =>
      (await customerFacts(bank.db, ana.user.id, today)).account?.isSalaryCredited;
    for (const [day, next] of [
      ['06-05', '06-06'],
      ['06-30', '07-01'],
      ['07-31', '08-01'],
      ['08-20', '08-21'],
    ] as const) {
      await move(day, 'in');
      await move(next, 'out');
    }
    expect(await isEarned('2026-09-10')).toBe(false);
    for (const day of ['09-20', '10-20']) {
      bank.clock.set(`2026-${day}T12:00:00-03:00`);
      const { body } = await simulator.control('POST', '/simulator/receive', {
        addressKey: key,
        value: 2500,
      });
      await deliverEvent(bank, ana, { event: 'PAYMENT_RECEIVED', objectId: String(body.id) });
      await move(day, 'out', '2500.00');
    }
    expect(await isEarned('2026-11-10')).toBe(true);
  },
);

test('the account facts summed up by the database equal those from each movement', async ({ scene }) => {
  const { bank, ana, facts } = scene;
  const savings = await openFor(bank, ana.user, 'savings');
  const adjustments = await bankAccountId(bank.db, 'adjustments');
  const { accounts, entries, transactions, users } = bank.db.tables;
  const types = ['transfer', 'deposit', 'credit_disbursement', 'investment_yield'] as const;
  const rows: (AccountMovement & { at: Date })[] = [];
  let [balanceCents, savedCents, days] = [10_000, 0, 0];
  for (let day = '2026-07-30'; day <= TODAY; day = addDays(day, 1 + (days % 4))) {
    days += 1;
    for (const hour of ['00:00:00', '11:00:00', '23:59:59'].slice(days % 3)) {
      const from = days % 7 === 3 && savedCents > 0 ? savings.id : adjustments;
      const amountCents =
        (rows.length * 7_919) % 5 < 2 && from === adjustments ? -777 : 21_001 * (days % 9) + 1;
      if (from === savings.id && amountCents > savedCents) continue;
      const type = types[(rows.length * 5) % types.length] ?? 'transfer';
      const at = new Date(`${day}T${hour}-03:00`);
      const sides = [
        { accountId: from, amountCents: -amountCents },
        { accountId: ana.accountId, amountCents },
      ];
      await bank.db.transaction((tx) => moveIn(tx, { type, createdAt: at, entries: sides }));
      if (from === savings.id) savedCents -= amountCents;
      balanceCents += amountCents;
      const isEarned = amountCents > 0 && from === adjustments && ['transfer', 'deposit'].includes(type);
      rows.push({ day, amountCents, balanceAfterCents: balanceCents, isIncome: isEarned, at });
    }
    if (days % 7 === 2) {
      const sides = [
        { accountId: adjustments, amountCents: -500_000 },
        { accountId: savings.id, amountCents: 500_000 },
      ];
      await bank.db.transaction((tx) =>
        moveIn(tx, { createdAt: new Date(`${day}T23:59:59-03:00`), entries: sides }),
      );
      savedCents += 500_000;
    }
  }
  expect(await bank.db.$count(entries, eq(entries.accountId, ana.accountId))).toBe(rows.length + 1);
  expect(await bank.db.$count(transactions)).toBeGreaterThan(rows.length);
  const openedOn = bankDate(
    (await bank.db.select().from(accounts).where(eq(accounts.id, ana.accountId)))[0]?.createdAt ?? new Date(),
  );
  for (const monthlyIncomeCents of [500_000, 1_000_000, 2_500_000, 5_000_000]) {
    await bank.db.transaction((tx) =>
      tx.update(users).set({ monthlyIncomeCents }).where(eq(users.id, ana.user.id)),
    );
    for (const today of [TODAY, '2026-11-30', '2026-12-01', '2026-12-31', '2027-03-01', '2027-06-01']) {
      const first = factsFrom(today);
      const openingCents = rows.findLast(({ day }) => day < first)?.balanceAfterCents ?? 10_000;
      const about = { today, openingCents, openedOn, monthlyIncomeCents };
      const expected = accountFacts(
        rows.filter(({ day }) => day >= first),
        about,
      );
      expect((await facts(today)).account, `${today} ${monthlyIncomeCents}`).toEqual(expected);
    }
  }
});

describe('the facts of an analysis from former credits', () => {
  test('an analysis uses what was due, how late it was paid, and what collections there were', async ({
    scene,
  }) => {
    const { bank, ana, admin, lend, facts } = scene;
    await lend({ termMonths: 3 });
    expect((await facts()).history.dueInstalments).toBe(0);
    const { schedules } = await ana.call.credit.schedules({});
    const ordered = schedules.toSorted((one, other) => one.installmentNumber - other.installmentNumber);
    // Due on Wednesday 23 December, paid on 12 January.
    bank.clock.set('2027-01-12T10:00:00-03:00');
    await ana.call.credit.payInstallment({ id: ordered[0]?.id ?? '' });
    const contact = { clientId: ana.user.id, contactType: 'cobranca', difficulty: 'facil' } as const;
    await admin.call.admin.contacts.create({ ...contact, notes: 'Prometeu pagar', resolved: true });
    await admin.call.admin.contacts.create({ ...contact, notes: 'Não atendeu', resolved: false });
    await admin.call.admin.contacts.create({
      ...contact,
      contactType: 'suporte',
      notes: 'Dúvida sobre o extrato',
      resolved: false,
    });
    expect((await facts('2027-01-28')).history).toEqual({
      dueInstalments: 2,
      worstDaysLate24m: 20,
      currentOverdueDays: 5,
      openCollections: 1,
      resolvedCollections24m: 1,
      finishedOperations: 0,
    });
    // After 24 months a resolved collection no longer counts; an open one and open debt do.
    const later = (await facts('2029-06-01')).history;
    expect([later.resolvedCollections24m, later.openCollections]).toEqual([0, 1]);
    expect(later.currentOverdueDays).toBeGreaterThan(800);
  });
});

bankTest(
  'an income raised in the profile counts for credit after 30 days',
  async ({ setup: { bank, ana } }) => {
    const income = async (today: string) =>
      (await customerFacts(bank.db, ana.user.id, today)).monthlyIncomeCents;
    const { user } = await ana.call.auth.me();
    const state = (monthlyIncome: string) =>
      ana.call.auth.updateProfile({ ...user, phone: user.phone ?? '', monthlyIncome } as never);
    expect(await income('2026-03-10')).toBe(500_000);
    expect((await state('90000.00')).monthlyIncome).toBe('90000.00');
    expect([await income('2026-03-10'), await income('2026-04-08'), await income('2026-04-09')]).toEqual([
      500_000, 500_000, 9_000_000,
    ]);
    await state('100.00');
    expect(await income('2026-03-10')).toBe(10_000);
  },
);
