import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { proofScale } from '#db/testing/proof-scale';
import { race } from '#db/testing/race-test';
import { addDays } from '#domain/date';
import { formatBrl } from '#domain/money';
import { balanceOf } from '#server/ledger/statement';
import { verifyLedger } from '#server/ledger/verify';
import { test as bankTest } from '#server/testing/bank-test';
import { freeze, openBankWithTwo } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { investmentDailySteps } from './daily-steps.ts';
import { PRODUCT } from './testing/product.ts';

async function openWithProduct(changes: Partial<typeof PRODUCT> = {}) {
  const scene = await openBankWithTwo();
  const product = await scene.admin.call.investment.products.create({ ...PRODUCT, ...changes });
  const { bank, ana } = scene;
  const moveTo = (day: string) => bank.clock.set(`${day}T09:00:00-03:00`);
  const runDay = async (day: string) => {
    moveTo(day);
    for (const step of investmentDailySteps) await step.run(bank, day);
  };
  const balance = async () => (await ana.call.account.list({})).accounts[0]?.balance;
  return { ...scene, product, moveTo, runDay, balance };
}

const test = bankTest.extend('scene', () => openWithProduct());

describe('a product', () => {
  test('a product is made by an administrator, seen by customers, and withdrawn', async ({ scene }) => {
    const { ana, admin, product } = scene;
    expect(product).toMatchObject({ ...PRODUCT, riskLevel: 'low', isActive: true });
    expect(await ana.call.investment.products.list()).toEqual([product]);
    await admin.call.investment.products.update({ id: product.id, isActive: false });
    expect(await ana.call.investment.products.list()).toEqual([]);
    expect(await admin.call.investment.products.list()).toHaveLength(1);
    expect(
      await refusalOf(ana.call.investment.create({ productId: product.id, amount: '50.00' })),
    ).toMatchObject({ status: 409, code: 'PRODUCT_INACTIVE' });
    expect(await codeOf(admin.call.investment.products.update({ id: 'missing', isActive: true }))).toBe(
      'NOT_FOUND',
    );
  });

  test('a wrong product is refused with a message for each field', async ({ scene: { admin } }) => {
    const wrong = { name: ' ', description: '', minAmount: '0', annualRate: '0', termDays: 1.5 };
    expect(await refusalOf(admin.call.investment.products.create(wrong))).toMatchObject({
      status: 400,
      fields: {
        name: 'Nome é obrigatório',
        description: 'Descrição é obrigatória',
        minAmount: 'Valor mínimo inválido',
        annualRate: 'Taxa inválida',
        termDays: 'Prazo deve ser um número inteiro positivo',
      },
    });
  });

  test('a customer cannot make or withdraw a product', async ({ scene: { ana } }) => {
    expect(await codeOf(ana.call.investment.products.create(PRODUCT))).toBe('FORBIDDEN');
  });
});

describe('investing', () => {
  test('investing moves the principal to an investment account and awaits a signature', async ({ scene }) => {
    const { bank, ana, admin, product, balance } = scene;
    const made = await ana.call.investment.create({ productId: product.id, amount: '60.00' });
    expect(made).toEqual({
      id: expect.any(String),
      productId: product.id,
      productName: 'CDB Vale 90',
      amount: '60.00',
      rate: '12.00',
      expectedReturn: '61.64',
      status: 'active',
      startDate: '2026-03-10',
      maturityDate: '2026-06-08',
      endedDate: null,
      netToday: '60.00',
      holder: null,
    });
    expect(await balance()).toBe('40.00');
    const { accounts } = await ana.call.account.list({});
    expect(accounts.find(({ accountType }) => accountType === 'investment')?.balance).toBe('60.00');
    await ana.call.investment.create({ productId: product.id, amount: '10.00' });
    expect((await ana.call.account.list({})).accounts).toHaveLength(2);
    expect(await ana.call.contract.list()).toHaveLength(2);
    expect((await ana.call.investment.list({})).totals).toEqual({
      count: 2,
      active: 2,
      invested: '70.00',
      expectedYield: '1.91',
    });
    const all = await admin.call.investment.list({ limit: 1 });
    expect(all).toMatchObject({ totals: { count: 2 }, investments: [{ holder: { name: 'Ana Moreira' } }] });
    const day = { day: made.maturityDate, count: 2, invested: '70.00', expectedReturn: '71.91' };
    const ahead = await admin.call.investment.maturities({});
    expect(ahead).toEqual({ maturities: [day], nextCursor: null });
    const next = await admin.call.investment.list({ limit: 1, cursor: all.nextCursor ?? '' });
    expect(next).toMatchObject({ nextCursor: null, investments: [{ id: made.id }] });
    const { auditLog } = bank.db.tables;
    const rows = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'create_investment'));
    expect(rows).toHaveLength(2);
  });

  test('investing too little, too much, nothing, or from a frozen account is refused', async ({ scene }) => {
    const { bank, ana, product } = scene;
    const put = (amount: string, productId = product.id) =>
      refusalOf(ana.call.investment.create({ productId, amount }));
    const text = `O valor mínimo deste produto é ${formatBrl(1000)}`;
    expect(await put('9.99')).toMatchObject({ status: 400, code: 'VALIDATION', fields: { amount: text } });
    expect(await put('100.01')).toMatchObject({ status: 409, code: 'INSUFFICIENT_FUNDS' });
    expect(await put('0')).toMatchObject({ fields: { amount: 'Valor deve ser maior que zero' } });
    expect(await put('10', '')).toMatchObject({ fields: { productId: 'Selecione um produto' } });
    expect(await put('10', 'missing')).toMatchObject({ status: 404 });
    await freeze(bank, ana.accountId);
    expect(await put('10')).toMatchObject({ status: 409, code: 'ACCOUNT_INACTIVE' });
    expect((await ana.call.investment.list({})).investments).toEqual([]);
  });

  test('concurrent investments of the whole balance succeed once', race(), async ({ scene }) => {
    const { ana, product } = scene;
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => ana.call.investment.create({ productId: product.id, amount: '60.00' })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const input = { productId: product.id, amount: '10.00', idempotencyKey: 'uma-vez' };
    const same = await Promise.all(Array.from({ length: 8 }, () => ana.call.investment.create(input)));
    expect(new Set(same.map(({ id }) => id)).size).toBe(1);
    expect((await ana.call.account.list({})).accounts[0]?.balance).toBe('30.00');
  });
});

describe('redeeming', () => {
  test('redeeming on the same day pays exactly the principal', async ({
    scene: { ana, product, balance },
  }) => {
    const { id } = await ana.call.investment.create({ productId: product.id, amount: '60.00' });
    expect(await ana.call.investment.redeem({ id })).toMatchObject({
      status: 'redeemed',
      netToday: '60.00',
      endedDate: '2026-03-10',
    });
    expect(await balance()).toBe('100.00');
    expect(await refusalOf(ana.call.investment.redeem({ id }))).toMatchObject({
      status: 409,
      code: 'INVESTMENT_ENDED',
    });
    expect(await ana.call.contract.list()).toMatchObject([{ status: 'cancelled' }]);
  });

  test('redeeming before maturity pays the yield less IOF and tax', async ({ scene }) => {
    const { bank, ana, bruno, product, moveTo, balance } = scene;
    const { id } = await ana.call.investment.create({ productId: product.id, amount: '100.00' });
    expect(await codeOf(bruno.call.investment.redeem({ id }))).toBe('NOT_FOUND');
    moveTo('2026-03-27');
    const [before] = (await ana.call.investment.list({})).investments;
    expect(before?.netToday).toBe('100.26');
    expect(await ana.call.investment.redeem({ id })).toMatchObject({
      status: 'redeemed',
      netToday: '100.26',
    });
    expect(await balance()).toBe('100.26');
    const { accounts } = bank.db.tables;
    const [taxes] = await bank.db.select().from(accounts).where(eq(accounts.bankAccount, 'taxes_payable'));
    // 0.59 of yield: 43 % IOF is 0.25; 22.5 % of the rest is 0.08.
    expect(await balanceOf(bank.db, taxes?.id ?? '')).toBe(33);
  });

  test('a frozen account takes part in no investment and no redemption', async ({ scene }) => {
    const { bank, ana, product, balance, runDay } = scene;
    const { id } = await ana.call.investment.create({ productId: product.id, amount: '60.00' });
    const { accounts } = await ana.call.account.list({});
    await freeze(bank, accounts.find(({ accountType }) => accountType === 'investment')?.id ?? '');
    expect(await codeOf(ana.call.investment.create({ productId: product.id, amount: '10.00' }))).toBe(
      'ACCOUNT_INACTIVE',
    );
    expect(await codeOf(ana.call.investment.redeem({ id }))).toBe('ACCOUNT_INACTIVE');
    await runDay('2026-06-08');
    expect(await balance()).toBe('40.00');
    expect((await ana.call.investment.list({})).investments).toMatchObject([{ id, status: 'active' }]);
  });

  test('concurrent redemptions cause one payment', race(), async ({ scene: { ana, product, balance } }) => {
    const { id } = await ana.call.investment.create({ productId: product.id, amount: '60.00' });
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => ana.call.investment.redeem({ id })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balance()).toBe('100.00');
  });
});

describe('the maturity', () => {
  test('an investment is paid once at maturity, with tax, statement and messages', async ({ scene }) => {
    const { bank, ana, product, runDay, balance } = scene;
    await ana.call.investment.create({ productId: product.id, amount: '100.00' });
    await runDay('2026-06-07');
    expect(await balance()).toBe('0.00');
    await runDay('2026-06-08');
    await runDay('2026-06-08');
    // 60 business days: 102.74 gross; 22.5 % of 2.74 is 0.62.
    expect(await balance()).toBe('102.12');
    const [investment] = (await ana.call.investment.list({})).investments;
    expect(investment).toMatchObject({ status: 'matured', netToday: '102.12', endedDate: '2026-06-08' });
    const { entries } = await ana.call.account.ledger({});
    expect(entries.slice(0, 2).map(({ type, amount }) => [type, amount])).toEqual(
      expect.arrayContaining([
        ['investment_yield', '2.12'],
        ['investment_redemption', '100.00'],
      ]),
    );
    const { notifications, outbox } = bank.db.tables;
    const told = await bank.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, ana.user.id), eq(notifications.kind, 'investment_matured')));
    expect(told).toHaveLength(1);
    const mails = await bank.db.select().from(outbox).where(eq(outbox.kind, 'investment_matured'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`Imposto de renda (22,5%): ${formatBrl(62)}`);
  });

  test('an investment redeemed during the daily run is paid once', race(), async ({ scene }) => {
    const { ana, product, moveTo, runDay, balance } = scene;
    const { id } = await ana.call.investment.create({ productId: product.id, amount: '100.00' });
    moveTo('2026-06-08');
    const redeeming = Array.from({ length: 4 }, () => ana.call.investment.redeem({ id }));
    await Promise.allSettled([runDay('2026-06-08'), ...redeeming, runDay('2026-06-08')]);
    expect(await balance()).toBe('102.12');
    expect((await ana.call.investment.list({})).investments).toMatchObject([{ status: 'matured' }]);
  });

  test('a matured investment is paid once its frozen account is active again', async ({
    scene: { bank, ana, product, runDay },
  }) => {
    await ana.call.investment.create({ productId: product.id, amount: '100.00' });
    await freeze(bank, ana.accountId);
    await runDay('2026-06-08');
    expect((await ana.call.investment.list({})).investments[0]?.status).toBe('active');
    const { accounts } = bank.db.tables;
    await bank.db.transaction(async (tx) => {
      await tx.update(accounts).set({ isActive: true }).where(eq(accounts.id, ana.accountId));
    });
    await runDay('2026-06-10');
    expect((await ana.call.investment.list({})).investments[0]).toMatchObject({
      status: 'matured',
      endedDate: '2026-06-08',
      netToday: '102.12',
    });
  });

  test('a daily run of maturities that stops in the middle continues there', async ({ scene }) => {
    const { bank, ana, product, runDay } = scene;
    for (let one = 0; one < 5; one += 1)
      await ana.call.investment.create({ productId: product.id, amount: '10.00' });
    const grouped = bank.db.grouped.bind(bank.db);
    let paid = 0;
    bank.db.grouped = (work, item) => {
      paid += 1;
      return paid > 2 ? Promise.reject(new Error('the power failed')) : grouped(work, item);
    };
    await expect(runDay('2026-06-08')).rejects.toThrow('the power failed');
    bank.db.grouped = grouped;
    const statuses = async () => (await ana.call.investment.list({})).investments.map(({ status }) => status);
    expect((await statuses()).filter((status) => status === 'matured')).toHaveLength(2);
    await runDay('2026-06-08');
    expect(new Set(await statuses())).toEqual(new Set(['matured']));
    expect((await verifyLedger(bank.db)).ok).toBe(true);
  });
});

test('random investments and redemptions keep every cent', {
  tags: ['scaled'],
  timeout: 120_000,
}, async () => {
  const { bank, ana, admin, product, moveTo } = await openWithProduct({ termDays: 3600 });
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '9000000.00', reason: 'Aporte' });
  let day = '2026-03-11';
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1000, max: 1_000_000 }), fc.nat(40), async (cents, days) => {
      moveTo(day);
      const amount = (cents / 100).toFixed(2);
      const { id } = await ana.call.investment.create({ productId: product.id, amount });
      day = addDays(day, days);
      moveTo(day);
      const ended = await ana.call.investment.redeem({ id });
      expect(Number(ended.netToday)).toBeGreaterThanOrEqual(Number(amount));
      expect((await verifyLedger(bank.db)).ok).toBe(true);
    }),
    { numRuns: proofScale(200) },
  );
});
