import { expect } from 'vitest';
import type { PersonalData } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { test } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { protectionDailySteps } from './daily-steps.ts';
import { chosenLimitData, paymentIntentData, protectionData } from './personal-data.ts';
import { sessionOf } from './testing/protected-bank.ts';
import { knowPayee, turnRulesOn, usesOf } from './testing/rules.ts';

async function runSteps(bank: TestBank): Promise<void> {
  for (const step of protectionDailySteps) await step.run(bank, bank.clock.today());
}

async function rowsOf(data: PersonalData, { db }: TestBank, userId: string) {
  const rows: object[] = [];
  for await (const page of data.pages(db, userId)) rows.push(...page);
  return rows;
}

test('sums are kept until 62 days after their period, and confirmations that paid nothing for 30 days', async ({
  bank,
  ana,
  bruno,
}) => {
  await turnRulesOn(bank, ana.user);
  const call = sessionOf(bank, ana);
  const pay = (idempotencyKey: string) =>
    call.account.transfer({
      accountNumber: bruno.accountNumber,
      amount: '10.00',
      description: 'Aluguel',
      idempotencyKey,
    });
  const { confirmations } = bank.db.tables;
  const left = async () => (await bank.db.select().from(confirmations)).map((row) => row.idempotencyKey);
  expect(await codeOf(pay('rent-paid'))).toBe('CONFIRMATION_REQUIRED');
  await bank.db.transaction(async (tx) => {
    await tx.update(confirmations).set({ provenAt: bank.clock.real(), method: 'app' });
  });
  await pay('rent-paid');
  await bank.db.transaction((tx) => tx.delete(tx.tables.recipients));
  expect(await codeOf(pay('rent-never'))).toBe('CONFIRMATION_REQUIRED');

  bank.clock.passSeconds(30 * 86_400);
  await runSteps(bank);
  expect(await left()).toEqual(['rent-paid', 'rent-never']);
  bank.clock.passSeconds(1);
  await runSteps(bank);
  expect(await left()).toEqual(['rent-paid']);

  bank.clock.set('2026-05-11T12:00:00-03:00');
  await runSteps(bank);
  expect(Object.keys(await usesOf(bank, ana.user))).toEqual(['day 2026-03-10', 'month 2026-03']);
  bank.clock.set('2026-05-12T12:00:00-03:00');
  await runSteps(bank);
  expect(Object.keys(await usesOf(bank, ana.user))).toEqual(['month 2026-03']);
  bank.clock.set('2026-06-02T12:00:00-03:00');
  await runSteps(bank);
  expect(await usesOf(bank, ana.user)).toEqual({});
});

test('the copy of all data has what the customer chose and how each payment was authorised, of nobody else', async ({
  bank,
  ana,
  bruno,
  admin,
}) => {
  await turnRulesOn(bank, ana.user);
  await knowPayee(bank, ana.user, { kind: 'account', target: bruno.accountNumber });
  const { id } = await sessionOf(bank, ana).account.transfer({
    accountNumber: bruno.accountNumber,
    amount: '10.00',
    description: 'Aluguel',
  });
  const createdAt = bank.clock.now();
  const rule = {
    userId: ana.user.id,
    kind: 'total',
    window: 'day',
    effectiveAt: createdAt,
    createdAt,
  } as const;
  const own = { ...rule, id: newId(), role: 'limit', amountCents: 50_000, createdById: ana.user.id } as const;
  await bank.db.transaction(async (tx) => {
    const maximum = {
      role: 'maximum',
      amountCents: 90_000,
      reason: 'Pedido',
      createdById: admin.user.id,
    } as const;
    await tx.insert(tx.tables.limitRules).values([own, { ...rule, ...maximum, id: newId() }]);
    const cancelled = { ruleId: own.id, cancelledById: ana.user.id, cancelledAt: createdAt };
    await tx.insert(tx.tables.limitCancellations).values(cancelled);
  });
  const rows = (data: PersonalData) => rowsOf(data, bank, ana.user.id);
  const at = createdAt.toISOString();
  expect(await rows(protectionData)).toEqual([
    {
      rulesSince: at,
      confirmAbove: null,
      undoMinutes: null,
      frozenAt: null,
      contactChangedAt: null,
      factorsEndAt: null,
      documentFreeFrom: null,
    },
  ]);
  expect(await rows(chosenLimitData)).toMatchObject([
    { role: 'maximum', amount: '900.00', byCustomer: false, reason: 'Pedido', cancelledAt: null },
    { role: 'limit', amount: '500.00', byCustomer: true, reason: null, cancelledAt: at },
  ]);
  expect(await rows(paymentIntentData)).toEqual([
    {
      id,
      accountId: ana.accountId,
      kind: 'transfer',
      target: bruno.accountNumber,
      amount: '10.00',
      executeAt: at,
      state: 'done',
      transactionId: id,
      method: 'session',
      accessId: expect.any(String),
      confirmationId: null,
      ownPeriod: null,
      rules: '2024-11-01',
      signals: { outcome: 'allow', facts: expect.objectContaining({ isNight: false }) },
      createdAt: at,
      concludedAt: at,
    },
  ]);
  for (const data of [protectionData, chosenLimitData, paymentIntentData])
    expect(await rowsOf(data, bank, bruno.user.id)).toEqual([]);
});
