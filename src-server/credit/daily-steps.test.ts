import { and, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { verifyLedger } from '#server/ledger/verify';
import { test as bankTest } from '#server/testing/bank-test';
import { failing } from '#server/testing/failing-db';
import { freeze } from '#server/testing/people';
import { creditDailySteps } from './daily-steps.ts';
import { approvedCredit, runDay, signedCredit } from './testing/loan.ts';

const test = bankTest.extend('scene', async ({ setup: scene }) => {
  const { bank, ana, admin } = scene;
  const balance = async () => (await ana.call.account.list({})).accounts[0]?.balance ?? '0.00';
  const empty = async () => {
    const amount = `-${await balance()}`;
    if (amount !== '-0.00')
      await admin.call.admin.accounts.adjust({ id: ana.accountId, amount, reason: 'Saque' });
  };
  const give = (amount: string) =>
    admin.call.admin.accounts.adjust({ id: ana.accountId, amount, reason: 'Depósito' });
  const paid = async () =>
    (await ana.call.credit.schedules()).schedules
      .filter(({ isPaid }) => isPaid)
      .map(({ installmentNumber }) => installmentNumber)
      .sort();
  const told = async (kind: string) => {
    const { notifications, outbox } = bank.db.tables;
    const isHers = and(eq(notifications.kind, kind), eq(notifications.userId, ana.user.id));
    const bell = await bank.db.select().from(notifications).where(isHers).orderBy(notifications.id);
    const mails = await bank.db.select().from(outbox).where(eq(outbox.kind, kind)).orderBy(outbox.id);
    return { bell: bell.map(({ text }) => text), mails };
  };
  const audited = async (action: 'default_credit' | 'cure_credit' | 'finish_credit' | 'pay_instalment') => {
    const { auditLog } = bank.db.tables;
    return bank.db.$count(auditLog, eq(auditLog.action, action));
  };
  return { ...scene, balance, empty, give, paid, told, audited };
});

describe('the daily run for credits', () => {
  test('the daily run debits a due instalment once, and tells the customer', async ({ scene }) => {
    await signedCredit(scene, { termMonths: 3 });
    await runDay(scene, '2026-04-09');
    expect(await scene.paid()).toEqual([]);
    await runDay(scene, '2026-04-10');
    const after = await scene.balance();
    await runDay(scene, '2026-04-10');
    await runDay(scene, '2026-04-11');
    expect(await scene.paid()).toEqual([1]);
    expect(await scene.balance()).toBe(after);
    expect((await scene.told('instalment_paid')).bell).toHaveLength(1);
    expect(await scene.audited('pay_instalment')).toBe(1);
  });

  test('the daily run debits the oldest instalments first while the balance lasts, and tries again the next day', async ({
    scene,
  }) => {
    const { ana, empty, give, paid } = scene;
    await signedCredit(scene, { termMonths: 3 });
    await empty();
    await runDay(scene, '2026-05-12');
    expect(await paid()).toEqual([]);
    const [, , oldest] = (await ana.call.credit.schedules()).schedules;
    await give(oldest?.amountToday ?? '');
    await runDay(scene, '2026-05-12');
    expect(await paid()).toEqual([1]);
    expect(await scene.balance()).toBe('0.00');
    await give('2000.00');
    await runDay(scene, '2026-05-13');
    expect(await paid()).toEqual([1, 2]);
  });

  test('the daily run skips a frozen account', async ({ scene }) => {
    await signedCredit(scene, { termMonths: 3 });
    await freeze(scene.bank, scene.ana.accountId);
    await runDay(scene, '2026-04-10');
    expect(await scene.paid()).toEqual([]);
  });

  test('the daily run reminds once three days before the due date, and tells once on the first day overdue', async ({
    scene,
  }) => {
    await signedCredit(scene, { termMonths: 3 });
    await scene.empty();
    for (const day of ['2026-04-06', '2026-04-07', '2026-04-07', '2026-04-08', '2026-04-10'])
      await runDay(scene, day);
    const soon = await scene.told('instalment_due_soon');
    expect(soon.bell).toEqual([expect.stringContaining('Parcela 1 de 3')]);
    expect(soon.mails).toHaveLength(1);
    expect((await scene.told('instalment_overdue')).bell).toEqual([]);
    for (const day of ['2026-04-11', '2026-04-11', '2026-04-12', '2026-04-13', '2026-04-14'])
      await runDay(scene, day);
    const late = await scene.told('instalment_overdue');
    expect(late.bell).toHaveLength(1);
    expect(late.mails[0]?.text).toContain('1 dia de atraso');
    // The second due date is Sunday 10 May, so it is late from Tuesday.
    await runDay(scene, '2026-05-11');
    expect((await scene.told('instalment_overdue')).bell).toHaveLength(1);
    await runDay(scene, '2026-05-12');
    expect((await scene.told('instalment_overdue')).bell).toHaveLength(2);
  });

  test('the daily run ends proposals not signed within seven days', async ({ scene }) => {
    const { ana } = scene;
    const id = await approvedCredit(scene, { termMonths: 3 });
    await runDay(scene, '2026-03-17');
    expect(await ana.call.contract.list()).toMatchObject([{ status: 'pending_signature' }]);
    expect(await ana.call.credit.summary()).toMatchObject({ unsignedCount: 1, activeCount: 0, next: [] });
    await runDay(scene, '2026-03-18');
    await runDay(scene, '2026-03-19');
    expect(await ana.call.contract.list()).toMatchObject([{ status: 'cancelled' }]);
    const { proposals } = await ana.call.credit.proposals.list();
    expect(proposals).toMatchObject([{ id, status: 'cancelled' }]);
    expect((await ana.call.credit.schedules({ proposalId: id })).schedules).toEqual([]);
  });

  test('a daily run that stopped in the middle continues there: nothing twice, nothing missed', async ({
    scene,
  }) => {
    const { bank } = scene;
    for (let one = 0; one < 4; one += 1)
      await signedCredit(scene, { termMonths: 3, purpose: `Reforma número ${one}` });
    const stopped = { bank: { ...bank, db: failing(bank.db, (nth) => nth > 2) } };
    await expect(runDay(stopped, '2026-04-10')).rejects.toThrow('the power failed');
    expect(await scene.paid()).toHaveLength(2);
    await runDay(scene, '2026-04-10');
    expect(await scene.paid()).toEqual([1, 1, 1, 1]);
    expect(await scene.audited('pay_instalment')).toBe(4);
    expect((await scene.told('instalment_paid')).bell).toHaveLength(4);
    expect((await verifyLedger(bank.db)).ok).toBe(true);
  });

  test('a daily run stopped at any point, repeatedly, ends like one that was not stopped', async ({
    scene,
  }) => {
    const { bank, ana, empty, give, told } = scene;
    for (const purpose of ['Reforma da sala', 'Reforma da laje'])
      await signedCredit(scene, { termMonths: 4, purpose });
    await empty();
    await runDay(scene, '2026-05-12');
    // Today the third instalment of both credits becomes overdue; the money pays the oldest instalment of one credit.
    bank.clock.set('2026-06-11T09:00:00-03:00');
    const { schedules } = await ana.call.credit.schedules();
    await give(schedules.at(-1)?.amountToday ?? '');
    const before = (await told('instalment_overdue')).bell.length;
    let left = 0;
    const isOver = () => {
      left -= 1;
      return left < 0;
    };
    const stopped = { bank: { ...bank, db: failing(bank.db, isOver) } };
    let stops = 0;
    const run = async () => (await Promise.allSettled([runDay(stopped, '2026-06-11')]))[0].status;
    for (left = 0; (await run()) === 'rejected'; left = stops) stops += 1;
    expect(stops).toBeGreaterThan(3);
    expect(await scene.paid()).toEqual([1]);
    expect(await scene.audited('pay_instalment')).toBe(1);
    expect((await told('instalment_paid')).bell).toHaveLength(1);
    expect((await told('instalment_overdue')).bell).toHaveLength(before + 2);
    expect((await told('instalment_overdue')).mails).toHaveLength(before + 2);
    const { proposals } = await ana.call.credit.proposals.list();
    expect(proposals.map(({ status }) => status).sort()).toEqual(['active', 'defaulted']);
    expect(await scene.audited('default_credit')).toBe(1);
    expect((await told('credit_defaulted')).bell).toHaveLength(1);
    const { users } = bank.db.tables;
    const [kept] = await bank.db.select().from(users).where(eq(users.id, ana.user.id));
    expect(kept?.ratingVb).toBe((await ana.call.credit.rating()).rating);
    expect((await verifyLedger(bank.db)).ok).toBe(true);
  });

  test('two concurrent daily runs and the customer pay each instalment once', race(), async ({ scene }) => {
    const { bank, ana } = scene;
    for (let one = 0; one < 3; one += 1)
      await signedCredit(scene, { termMonths: 3, purpose: `Reforma número ${one}` });
    bank.clock.set('2026-04-10T09:00:00-03:00');
    const open = (await ana.call.credit.schedules()).schedules.filter(
      ({ installmentNumber }) => installmentNumber === 1,
    );
    const run = async () => {
      for (const step of creditDailySteps) await step.run(bank, '2026-04-10');
    };
    await Promise.allSettled([run(), ...open.map(({ id }) => ana.call.credit.payInstallment({ id })), run()]);
    await run();
    expect(await scene.paid()).toEqual([1, 1, 1]);
    expect(await scene.audited('pay_instalment')).toBe(3);
  });
});

test('a credit is paid by hand, ahead and by the bank, missed, in default, collected, cured, and finished', async ({
  scene,
}) => {
  const { bank, ana, admin, empty, give, told } = scene;
  const id = await signedCredit(scene, { termMonths: 7, interestRate: '2.49' });
  const seen = async () => {
    expect((await verifyLedger(bank.db)).ok).toBe(true);
    const [proposal] = (await ana.call.credit.proposals.list()).proposals;
    const { operations, totals } = await admin.call.credit.operations.list();
    const [operation] = operations;
    expect(operation).toMatchObject({
      operationStatus: proposal?.standing,
      overdueInstallments: proposal?.overdueInstallments,
      paidInstallments: proposal?.paidInstallments,
    });
    expect(totals).toMatchObject({ total: 1, [String(proposal?.standing)]: 1 });
    expect(totals.outstanding).toBe(operation?.remainingAmount);
    return [proposal?.status, proposal?.standing, proposal?.paidInstallments, proposal?.overdueInstallments];
  };
  const pay = async (...numbers: number[]) => {
    const { schedules } = await ana.call.credit.schedules({ proposalId: id });
    const ids = schedules
      .filter(({ installmentNumber }) => numbers.includes(installmentNumber))
      .map((one) => one.id);
    return ana.call.credit.payInstallments({ ids });
  };
  expect(await seen()).toEqual(['active', 'adimplente', 0, 0]);
  expect(await ana.call.credit.rating()).toMatchObject({ rating: null, parts: null });

  bank.clock.set('2026-04-10T09:00:00-03:00');
  await pay(1);
  await pay(2);
  await runDay(scene, '2026-06-10');
  expect(await seen()).toEqual(['active', 'adimplente', 3, 0]);
  await empty();
  await runDay(scene, '2026-06-11');
  expect(await ana.call.credit.rating()).toMatchObject({ rating: 550, instalments: 3, onTime: 3 });

  await runDay(scene, '2026-07-10');
  expect(await seen()).toEqual(['active', 'adimplente', 3, 0]);
  await runDay(scene, '2026-07-11');
  expect(await seen()).toEqual(['active', 'em_atraso', 3, 1]);
  await runDay(scene, '2026-08-11');
  expect(await seen()).toEqual(['active', 'em_atraso', 3, 2]);
  await runDay(scene, '2026-09-11');
  await runDay(scene, '2026-09-11');
  expect(await seen()).toEqual(['defaulted', 'negativado', 3, 3]);
  expect(await scene.audited('default_credit')).toBe(1);
  expect((await told('credit_defaulted')).bell).toHaveLength(1);
  expect((await told('credit_defaulted')).mails).toHaveLength(2);
  // 63, 32 and 1 days late, three in time: (300 + 0 + 15 + 70) of 600.
  expect(await ana.call.credit.rating()).toMatchObject({ rating: 443, onTime: 3 });

  await admin.call.credit.operations.sendEmail({ id });
  expect((await told('credit_collection')).mails).toHaveLength(1);
  const contact = {
    clientId: ana.user.id,
    contactType: 'cobranca',
    notes: 'Prometeu pagar até sexta',
  } as const;
  await admin.call.admin.contacts.create({
    ...contact,
    difficulty: 'dificil',
    resolved: false,
    operationId: id,
  });
  const { users } = bank.db.tables;
  const kept = async () => {
    const [user] = await bank.db.select().from(users).where(eq(users.id, ana.user.id));
    return user?.ratingVb;
  };
  // No points for ease and resolution.
  expect(await kept()).toBe(193);

  // Enough for the oldest; two stay overdue.
  const { schedules } = await ana.call.credit.schedules({ proposalId: id });
  await give(schedules.find(({ installmentNumber }) => installmentNumber === 4)?.amountToday ?? '');
  await runDay(scene, '2026-09-11');
  expect(await seen()).toEqual(['active', 'em_atraso', 4, 2]);
  expect(await scene.audited('cure_credit')).toBe(1);
  await admin.call.credit.operations.negativate({ id });
  expect(await seen()).toEqual(['active', 'negativado', 4, 2]);
  await give('2000.00');
  await pay(5);
  expect(await seen()).toEqual(['active', 'negativado', 5, 1]);
  await pay(6);
  expect(await seen()).toEqual(['active', 'adimplente', 6, 0]);
  expect(await scene.audited('cure_credit')).toBe(2);
  const cured = (await told('credit_cured')).bell.sort();
  expect(cured.join(' ')).toMatch(/^Não há mais parcelas.* não é mais inadimplente. Em atraso: 2 parcelas.$/);

  await pay(7);
  expect(await seen()).toEqual(['active', 'finalizado', 7, 0]);
  expect(await scene.audited('finish_credit')).toBe(1);
  await runDay(scene, '2026-12-01');
  expect(await seen()).toEqual(['active', 'finalizado', 7, 0]);
  // Seven due, four in time; 63, 32 and 1 days late: 485 of 700; one open contact; one finished.
  expect(await kept()).toBe(208 + 0 + 0 + 50);
  expect((await ana.call.credit.rating()).rating).toBe(258);
});
