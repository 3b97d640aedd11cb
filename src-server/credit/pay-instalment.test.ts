import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { bankAccountId } from '#server/ledger/bank-account';
import { balanceOf } from '#server/ledger/statement';
import { test as bankTest } from '#server/testing/bank-test';
import { freeze } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { approvedCredit, signedCredit } from './testing/loan.ts';

/** R$ 1,200.00 in twelve instalments of 116.91 at 2.49 % a month, signed on 10 March 2026. */
const test = bankTest.extend('scene', async ({ setup: scene }) => {
  const proposalId = await signedCredit(scene, { interestRate: '2.49' });
  const { ana, bank } = scene;
  const schedules = async () => (await ana.call.credit.schedules({ proposalId })).schedules.toReversed();
  const first = async () => {
    const [schedule] = await schedules();
    if (!schedule) throw new Error(`proposal ${proposalId} has no instalment`);
    return schedule;
  };
  const moveTo = (day: string) => bank.clock.set(`${day}T09:00:00-03:00`);
  const balance = async () => (await ana.call.account.list({})).accounts[0]?.balance;
  const empty = async (leave = '0.00') => {
    const amount = `-${(Number(await balance()) - Number(leave)).toFixed(2)}`;
    await scene.admin.call.admin.accounts.adjust({ id: ana.accountId, amount, reason: 'Saque' });
  };
  return { ...scene, proposalId, schedules, first, moveTo, balance, empty };
});

const idOf = ({ id }: { id: string }) => id;

describe('the instalments of a credit', () => {
  test('a customer sees instalments newest due first, cheaper before the due date', async ({ scene }) => {
    const { ana, bruno, admin, proposalId, first } = scene;
    const { schedules, nextCursor } = await ana.call.credit.schedules();
    expect(schedules.map(({ installmentNumber }) => installmentNumber)).toEqual(
      Array.from({ length: 12 }, (_, index) => 12 - index),
    );
    expect(nextCursor).toBeNull();
    expect(await first()).toMatchObject({
      creditProposalId: proposalId,
      dueDate: '2026-04-10',
      amount: '116.91',
      isPaid: false,
      isOverdue: false,
      daysLate: 0,
      lateFee: '0.00',
      amountToday: '113.98',
    });
    expect((await bruno.call.credit.schedules({ proposalId })).schedules).toEqual([]);
    const page = await admin.call.credit.schedules({ limit: 5 });
    expect(page.schedules.map(idOf)).toEqual(schedules.slice(0, 5).map(idOf));
    const rest = await admin.call.credit.schedules({ limit: 50, cursor: page.nextCursor ?? '' });
    expect(rest.schedules.map(idOf)).toEqual(schedules.slice(5).map(idOf));
    expect(rest.nextCursor).toBeNull();
    for (const cursor of ['x', '2026-99-99.x', '2026-02-30.x'])
      expect(await codeOf(admin.call.credit.schedules({ cursor }))).toBe('VALIDATION');
  });

  test('the next instalments due are three, after those overdue', async ({ scene }) => {
    const { ana, moveTo } = scene;
    const next = async () => {
      const { next, overdueCount } = await ana.call.credit.summary();
      return [overdueCount, ...next.map(({ installmentNumber }) => installmentNumber)];
    };
    expect(await next()).toEqual([0, 1, 2, 3]);
    // Due on Sunday 10 May, payable on Monday.
    moveTo('2026-05-11');
    expect(await next()).toEqual([1, 2, 3, 4]);
    moveTo('2026-05-12');
    expect(await next()).toEqual([2, 3, 4, 5]);
    moveTo('2027-02-20');
    expect(await next()).toEqual([11, 12]);
    moveTo('2027-06-30');
    expect(await next()).toEqual([12]);
  });

  test('instalments are neither payable nor overdue before the signature', async ({ setup: scene }) => {
    const proposalId = await approvedCredit(scene);
    scene.bank.clock.set('2026-06-30T09:00:00-03:00');
    const { schedules } = await scene.ana.call.credit.schedules({ proposalId });
    expect(schedules).toHaveLength(12);
    expect(schedules.some(({ isOverdue }) => isOverdue)).toBe(false);
    expect(
      await refusalOf(scene.ana.call.credit.payInstallment({ id: schedules[11]?.id ?? '' })),
    ).toMatchObject({ status: 409, code: 'CREDIT_NOT_SIGNED' });
  });
});

describe('paying an instalment', () => {
  test('a payment needs an own unpaid instalment, enough money and an active account', async ({ scene }) => {
    const { bank, ana, bruno, admin, first, empty } = scene;
    const { id } = await first();
    expect(await codeOf(bruno.call.credit.payInstallment({ id }))).toBe('NOT_FOUND');
    expect(await codeOf(ana.call.credit.payInstallment({ id: 'missing' }))).toBe('NOT_FOUND');
    expect(await refusalOf(ana.call.credit.payInstallment({ id: '' }))).toMatchObject({ status: 400 });
    expect(await codeOf(admin.call.credit.payInstallment({ id }))).toBe('FORBIDDEN');
    await empty('113.97');
    expect(await codeOf(ana.call.credit.payInstallment({ id }))).toBe('INSUFFICIENT_FUNDS');
    expect((await first()).isPaid).toBe(false);
    await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '0.01', reason: 'Troco' });
    await ana.call.credit.payInstallment({ id });
    expect(await refusalOf(ana.call.credit.payInstallment({ id }))).toMatchObject({
      status: 409,
      code: 'INSTALMENT_PAID',
    });
    const second = await first().then(async () => (await ana.call.credit.schedules()).schedules.at(-2));
    await freeze(bank, ana.accountId);
    expect(await codeOf(ana.call.credit.payInstallment({ id: second?.id ?? '' }))).toBe('ACCOUNT_INACTIVE');
  });

  test('paying ahead subtracts future interest and returns the principal in full', async ({ scene }) => {
    const { bank, ana, first, balance } = scene;
    const before = Number(await balance());
    const lent = await balanceOf(bank.db, await bankAccountId(bank.db, 'loans_receivable'));
    const { id, principal } = await first();
    const paid = await ana.call.credit.payInstallment({ id });
    expect(paid).toMatchObject({
      isPaid: true,
      paidAmount: '113.98',
      amountToday: '0.00',
      paidAt: bank.clock.now().toISOString(),
    });
    expect(Number(await balance())).toBeCloseTo(before - 113.98, 2);
    const now = await balanceOf(bank.db, await bankAccountId(bank.db, 'loans_receivable'));
    expect(now - lent).toBe(Math.round(Number(principal) * 100));
    expect(await balanceOf(bank.db, await bankAccountId(bank.db, 'interest_income'))).toBe(
      11398 - (now - lent),
    );
    const { entries } = await ana.call.account.ledger({});
    expect(entries[0]).toMatchObject({
      type: 'credit_payment',
      amount: '113.98',
      description: 'Pagamento da parcela 1 de 12: Reforma da cozinha',
    });
  });

  test('paying an instalment late adds fine and interest as separate lines', async ({ scene }) => {
    const { bank, ana, first, moveTo } = scene;
    // Five days after the due date, Friday 10 April.
    moveTo('2026-04-15');
    expect(await first()).toMatchObject({
      isOverdue: true,
      daysLate: 5,
      lateFee: '2.53',
      amountToday: '119.44',
    });
    const { id } = await first();
    expect(await ana.call.credit.payInstallment({ id })).toMatchObject({ paidAmount: '119.44' });
    const { entries } = await ana.call.account.ledger({ limit: 3 });
    expect(entries.map(({ type, amount }) => [type, amount]).sort()).toEqual([
      ['credit_payment', '116.91'],
      ['fee', '2.34'],
      ['interest', '0.19'],
    ]);
    expect(await balanceOf(bank.db, await bankAccountId(bank.db, 'fee_income'))).toBe(234);
    const { auditLog } = bank.db.tables;
    const rows = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'pay_instalment'));
    expect(rows.map(({ entityId }) => entityId)).toEqual([id]);
    // Five days late, once: 70 % of 300 points.
    expect(await ana.call.credit.rating()).toMatchObject({
      rating: 460,
      label: 'Regular',
      parts: { payment: 210, ease: 150, resolution: 100, operations: 0 },
      instalments: 1,
      onTime: 0,
    });
    const { users } = bank.db.tables;
    const [user] = await bank.db.select().from(users).where(eq(users.id, ana.user.id));
    expect(user?.ratingVb).toBe(460);
  });

  test('an instalment due on a Sunday costs no more on the next business day', async ({ scene }) => {
    const { ana, moveTo, schedules } = scene;
    moveTo('2026-05-11');
    const second = (await schedules())[1];
    expect(second).toMatchObject({ dueDate: '2026-05-10', isOverdue: false, amountToday: '116.91' });
    expect(await ana.call.credit.payInstallment({ id: second?.id ?? '' })).toMatchObject({
      paidAmount: '116.91',
    });
  });

  test('paying another amount than shown is refused, for one instalment or several', async ({ scene }) => {
    const { ana, moveTo, schedules, balance } = scene;
    moveTo('2026-04-10');
    const [one, two] = await schedules();
    const [id, ids] = [one?.id ?? '', [one?.id ?? '', two?.id ?? '']];
    // Confirmed on Friday, processed the following Wednesday.
    moveTo('2026-04-15');
    const before = await balance();
    const input = { id, idempotencyKey: 'como-visto' };
    expect(await refusalOf(ana.call.credit.payInstallment({ ...input, total: '116.91' }))).toMatchObject({
      status: 409,
      code: 'AMOUNT_CHANGED',
      error: 'O valor a pagar agora é R$\u00a0119,44. Confira antes de pagar.',
    });
    expect(await codeOf(ana.call.credit.payInstallments({ ids, total: '119.44' }))).toBe('AMOUNT_CHANGED');
    expect(await codeOf(ana.call.credit.payInstallments({ ids, total: 'x' }))).toBe('VALIDATION');
    expect(await codeOf(ana.call.credit.payInstallment({ ...input, total: '119.45' }))).toBe(
      'AMOUNT_CHANGED',
    );
    expect(await balance()).toBe(before);

    const paid = await ana.call.credit.payInstallment({ ...input, total: '119.44' });
    expect(paid).toMatchObject({ paidAmount: '119.44' });
    // A retry returns the stored answer.
    moveTo('2026-04-16');
    expect(await ana.call.credit.payInstallment({ ...input, total: '119.44' })).toEqual(paid);
    const amountToday = (await schedules())[1]?.amountToday;
    expect(await ana.call.credit.payInstallments({ ids: ids.slice(1), total: amountToday })).toMatchObject({
      total: amountToday,
    });
  });

  test('concurrent payments of one instalment pay it once', race(), async ({ scene }) => {
    const { ana, schedules, balance } = scene;
    const [one, two] = await schedules();
    const before = Number(await balance());
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => ana.call.credit.payInstallment({ id: one?.id ?? '' })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const input = { id: two?.id ?? '', idempotencyKey: 'uma-vez' };
    const same = await Promise.all(Array.from({ length: 8 }, () => ana.call.credit.payInstallment(input)));
    expect(new Set(same.map(({ paidAmount }) => paidAmount)).size).toBe(1);
    const spent = 113.98 + Number(same[0]?.paidAmount);
    expect(Number(await balance())).toBeCloseTo(before - spent, 2);
  });

  test(
    'the last two instalments, paid concurrently, finish the credit once',
    race(),
    async ({ scene: { bank, ana, schedules } }) => {
      const open = await schedules();
      await ana.call.credit.payInstallments({ ids: open.slice(0, 10).map(idOf) });
      await Promise.all(open.slice(10).map(({ id }) => ana.call.credit.payInstallment({ id })));
      const { auditLog } = bank.db.tables;
      const rows = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'finish_credit'));
      expect(rows).toHaveLength(1);
    },
  );
});

describe('paying several instalments', () => {
  test('an instalment due in decades is worth nothing today and costs nothing', async ({ setup: scene }) => {
    const asked = { amount: '1000.00', termMonths: 360, interestRate: '20.00' };
    const proposalId = await signedCredit(scene, asked);
    const { schedules } = await scene.ana.call.credit.schedules({ proposalId });
    expect(schedules).toHaveLength(360);
    const ids = schedules.slice(0, 60).map(idOf);
    const paid = await scene.ana.call.credit.payInstallments({ ids });
    expect(paid.total).toBe('0.00');
    expect(paid.schedules.every(({ isPaid, paidAmount }) => isPaid && paidAmount === '0.00')).toBe(true);
    // The last instalments still repay principal; one in the middle is interest only.
    const middle = schedules[180]?.id ?? '';
    const { principal, transactionId } = await scene.ana.call.credit.payInstallment({ id: middle });
    expect([principal, transactionId]).toEqual(['0.00', null]);
  });

  test('several instalments are paid together or not at all', async ({
    scene: { ana, bruno, schedules, empty, balance },
  }) => {
    const open = await schedules();
    const ids = open.slice(9).map(idOf);
    expect(await codeOf(bruno.call.credit.payInstallments({ ids }))).toBe('NOT_FOUND');
    expect(await codeOf(ana.call.credit.payInstallments({ ids: [...ids, 'missing'] }))).toBe('NOT_FOUND');
    expect(await refusalOf(ana.call.credit.payInstallments({ ids: [] }))).toMatchObject({ status: 400 });
    const total = open
      .slice(9)
      .reduce((sum, { amountToday }) => sum + Number(amountToday), 0)
      .toFixed(2);
    await empty((Number(total) - 0.01).toFixed(2));
    expect(await codeOf(ana.call.credit.payInstallments({ ids }))).toBe('INSUFFICIENT_FUNDS');
    expect((await schedules()).some(({ isPaid }) => isPaid)).toBe(false);
    await ana.call.credit.payInstallment({ id: ids[0] ?? '' });
    expect(await codeOf(ana.call.credit.payInstallments({ ids }))).toBe('INSTALMENT_PAID');
    expect(await balance()).not.toBe('0.00');
    expect((await schedules()).filter(({ isPaid }) => isPaid)).toHaveLength(1);
  });

  test('several instalments cost the amount shown, and the last ends the credit', async ({ scene }) => {
    const { bank, ana, proposalId, schedules } = scene;
    const open = await schedules();
    const total = open.reduce((sum, { amountToday }) => sum + Number(amountToday), 0).toFixed(2);
    const [doubled] = open.map(idOf);
    const paid = await ana.call.credit.payInstallments({ ids: [...open.map(idOf), doubled ?? ''] });
    expect(paid.total).toBe(total);
    expect(paid.schedules.map(({ isPaid }) => isPaid)).toEqual(Array(12).fill(true));
    // Repaid on the payout day: about the principal, since months do not all have 30 days.
    expect(Math.abs(Number(total) - 1200)).toBeLessThan(20);
    const { creditProposals } = bank.db.tables;
    const [credit] = await bank.db.select().from(creditProposals).where(eq(creditProposals.id, proposalId));
    expect(credit).toMatchObject({ status: 'active', finishedAt: bank.clock.now() });
    expect(await balanceOf(bank.db, await bankAccountId(bank.db, 'loans_receivable'))).toBe(0);
    expect(await ana.call.credit.rating()).toMatchObject({ rating: 600, finishedOperations: 1 });
    expect(await ana.call.credit.summary()).toMatchObject({ activeCount: 0, activeTotal: '0.00', next: [] });
  });
});
