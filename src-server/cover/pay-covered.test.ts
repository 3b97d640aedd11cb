/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { newBankBoleto } from '#domain/account/new-boleto';
import { signedCredit } from '#server/credit/testing/loan';
import { balanceOf } from '#server/ledger/statement';
import { settleOrders } from '#server/payments/orders/order-worker';
import { expectClearing, settleAll } from '#server/payments/orders/testing/order-scene';
import { test } from '#server/payments/orders/testing/order-test';
import { auditedChanges } from '#server/payments/testing/scene';
import { freeze } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { placeCover, settleCovered } from './testing/settle-covered.ts';

const START = { checking: 100_000, external: 50_000, clearing: 0, cash: 0 };
const KEY = 'maria@correio.example';

describe('a payment with a cover', () => {
  test('a transfer beyond the checking account is completed from the external account, in one confirmation', async ({
    scene,
    bank,
    ana,
    bruno,
  }) => {
    const before = await balanceOf(bank.db, bruno.accountId);
    const transfer = { accountNumber: bruno.accountNumber, amount: '1200.00', description: 'Aluguel' };
    const paid = await ana.call.account.cover.pay({ cover: '200.00', transfer });
    expect(paid).toMatchObject({
      kind: 'transfer',
      status: 'done',
      cover: '200.00',
      failReason: null,
      transfer: { type: 'transfer', status: 'done', amount: '1200.00', balanceAfter: '0.00' },
      boleto: null,
    });
    expect(await scene.balances()).toMatchObject({ checking: 0, external: 30_000, clearing: 0 });
    expect(await balanceOf(bank.db, bruno.accountId)).toBe(before + 120_000);
    expect(await ana.call.account.cover.get({ id: paid.id ?? '' })).toEqual(paid);
    expect(await auditedChanges(bank, 'cover_payment')).toEqual([
      { kind: 'transfer', amount: '1200.00', cover: '200.00' },
    ]);
    const { notifications } = bank.db.tables;
    const told = await bank.db.select().from(notifications);
    expect(told.filter(({ userId, title }) => userId === ana.user.id && /200,00/.test(title))).toEqual([]);
    expect(await codeOf(bruno.call.account.cover.get({ id: paid.id ?? '' }))).toBe('NOT_FOUND');
  });

  test('a boleto, a PIX and an investment are each covered from the other account', async ({
    scene,
    ana,
    admin,
  }) => {
    const { line } = newBankBoleto(110_000, '2026-03-20', 1);
    expect(
      await ana.call.account.cover.pay({ cover: '100.00', boleto: { line, amount: '1100.00' } }),
    ).toMatchObject({ kind: 'boleto', status: 'done', boleto: { status: 'done', amount: '1100.00' } });
    expect(await scene.balances()).toMatchObject({ checking: 0, external: 40_000 });

    await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '500.00', reason: 'Depósito' });
    expect(
      await ana.call.account.cover.pay({ cover: '50.00', pix: { pixKey: KEY, amount: '450.00' } }),
    ).toMatchObject({ kind: 'pix', status: 'done', pix: { status: 'done', amount: '450.00' } });
    expect(await scene.balances()).toMatchObject({ checking: 45_000, external: 0 });

    const product = {
      name: 'CDB',
      description: 'Renda fixa',
      minAmount: '1.00',
      annualRate: '12.00',
      termDays: 90,
    };
    const { id: productId } = await admin.call.investment.products.create(product);
    await ana.call.pix.move({ direction: 'in', amount: '400.00' });
    expect(
      await ana.call.account.cover.pay({ cover: '150.00', investment: { productId, amount: '200.00' } }),
    ).toMatchObject({ kind: 'investment', status: 'done', investment: { amount: '200.00' } });
    expect(await scene.balances()).toMatchObject({ checking: 0, external: 25_000, clearing: 0 });
  });

  test('instalments are covered, all or none', async ({ scene, bank, ana, admin }) => {
    const proposalId = await signedCredit(scene);
    await admin.call.admin.accounts.adjust({
      id: ana.accountId,
      amount: `-${(await balanceOf(bank.db, ana.accountId)) / 100 - 10}`,
      reason: 'Saque',
    });
    const { schedules } = await ana.call.credit.schedules({ proposalId });
    const [last] = schedules;
    const total = last?.amountToday ?? '0.00';
    const cover = (Number(total) - 10).toFixed(2);
    const paid = await ana.call.account.cover.pay({ cover, instalments: { ids: [last?.id ?? ''], total } });
    expect(paid).toMatchObject({ kind: 'instalments', status: 'done', instalments: { total } });
    expect(await scene.balances()).toMatchObject({ checking: 0 });
  });

  test('a payment that needs no cover is made without one', async ({ scene, ana, bruno }) => {
    const transfer = { accountNumber: bruno.accountNumber, amount: '900.00', description: 'Aluguel' };
    expect(await ana.call.account.cover.pay({ cover: '1.00', transfer })).toMatchObject({
      id: null,
      status: 'done',
      cover: '0.00',
      transfer: { amount: '900.00' },
    });
    expect(await scene.balances()).toEqual({ ...START, checking: 10_000 });
  });

  test('a covered payment repeated with one idempotency key, also concurrently, is made once', async ({
    scene,
    ana,
    bruno,
  }) => {
    const transfer = { accountNumber: bruno.accountNumber, amount: '1200.00', description: 'Aluguel' };
    const pay = (cover = '200.00') => ana.call.account.cover.pay({ cover, transfer, idempotencyKey: 'um' });
    const answers = await Promise.all([pay(), pay(), pay()]);
    const again = await pay();
    expect(new Set([...answers, again].map(({ id }) => id)).size).toBe(1);
    expect(again.status).toBe('done');
    expect(await scene.balances()).toMatchObject({ checking: 0, external: 30_000 });
    expect(await codeOf(pay('300.00'))).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('refused before anything is moved', () => {
  test('a cover that is too little or more than the other account has is refused', async ({
    scene,
    ana,
    bruno,
  }) => {
    const transfer = { accountNumber: bruno.accountNumber, amount: '1700.00', description: 'Aluguel' };
    const pay = (cover: string) => ana.call.account.cover.pay({ cover, transfer });
    expect(await refusalOf(pay('200.00'))).toMatchObject({
      status: 409,
      code: 'COVER_CHANGED',
    });
    expect(await codeOf(pay('700.00'))).toBe('INSUFFICIENT_FUNDS');
    expect(await scene.balances()).toEqual(START);
  });

  test('a covered payment is refused for what the payment itself is refused for, and unless exactly one payment is named', async ({
    scene,
    ana,
    bruno,
    nobody,
    admin,
  }) => {
    const transfer = { accountNumber: '0000-0000', amount: '1200.00', description: 'Aluguel' };
    const cover = '200.00';
    expect(await codeOf(ana.call.account.cover.pay({ cover, transfer }))).toBe('DESTINATION_NOT_FOUND');
    expect(
      await codeOf(bruno.call.account.cover.pay({ cover, pix: { pixKey: KEY, amount: '300.00' } })),
    ).toBe('INSUFFICIENT_FUNDS');
    const both = { cover, transfer, pix: { pixKey: KEY, amount: '1.00' } };
    for (const wrong of [{ cover }, both])
      expect(await refusalOf(ana.call.account.cover.pay(wrong))).toMatchObject({
        status: 400,
        fields: { payment: expect.stringMatching(/^Informe um pagamento/) },
      });
    expect(await refusalOf(ana.call.account.cover.pay({ cover: '1200.01', transfer }))).toMatchObject({
      status: 400,
      fields: { cover: 'A cobertura não pode ser maior que o pagamento' },
    });
    expect(await codeOf(nobody.account.cover.pay({ cover, transfer }))).toBe('UNAUTHENTICATED');
    expect(await codeOf(admin.call.account.cover.pay({ cover, transfer }))).toBe('FORBIDDEN');
    expect(await scene.balances()).toEqual(START);
  });
});

describe('a payment whose cover arrives late', () => {
  const late = test.extend('id', async ({ scene, bruno }) => {
    const rent = { accountNumber: bruno.accountNumber, amount: 120_000, description: 'Aluguel' };
    return placeCover(scene, { kind: 'transfer', input: rent });
  });

  late(
    'a payment whose cover arrives late is made once, and its owner is notified',
    async ({ scene, bank, ana, id }) => {
      expect(await scene.balances()).toMatchObject({ checking: 100_000, external: 30_000, clearing: 20_000 });
      expect(await ana.call.account.cover.get({ id })).toMatchObject({
        status: 'processing',
        transfer: null,
      });
      await settleCovered(bank);
      const paid = { status: 'done', transfer: { amount: '1200.00' } };
      expect(await ana.call.account.cover.get({ id })).toMatchObject(paid);
      expect(await scene.balances()).toMatchObject({ checking: 0, external: 30_000, clearing: 0 });
      const { notifications } = await ana.call.auth.notifications.list({});
      expect(notifications[0]?.title).toMatch(
        /^Transferência de R\$\s1\.200,00 com dinheiro da conta externa$/,
      );
      expect(notifications.filter(({ title }) => /Transferência concluída/.test(title))).toEqual([]);
    },
  );

  late(
    'a payment that is refused once its cover has arrived is not made; the cover goes back, and the owner is told why',
    async ({ scene, bank, ana, bruno, id }) => {
      const { accountNumber } = bruno;
      await ana.call.account.transfer({ accountNumber, amount: '1.00', description: 'Café' });
      await settleCovered(bank);
      expect(await ana.call.account.cover.get({ id })).toMatchObject({
        status: 'failed',
        failReason: 'Saldo insuficiente',
        transfer: null,
      });
      expect(await scene.balances()).toMatchObject({ checking: 99_900, external: 50_000, clearing: 0 });
      const { notifications } = await ana.call.auth.notifications.list({});
      expect(notifications[0]?.title).toMatch(/^Não concluído: Transferência de R\$\s1\.200,00/);
      expect(notifications[0]?.text).toMatch(
        /Motivo: Saldo insuficiente\. O dinheiro que faltava, R\$\s200,00, está voltando para a conta externa\./,
      );
      expect(await auditedChanges(bank, 'fail_covered_payment')).toMatchObject([{ cover: '200.00' }]);
    },
  );

  late(
    'a payment fails if its account is frozen once the cover has arrived, and the cover stays in that account',
    async ({ scene, bank, ana, id }) => {
      await settleOrders(bank);
      await freeze(bank, ana.accountId);
      await settleCovered(bank);
      expect(await ana.call.account.cover.get({ id })).toMatchObject({
        status: 'failed',
        failReason: 'Sua conta está inativa',
      });
      expect(await scene.balances()).toMatchObject({ checking: 120_000, external: 30_000, clearing: 0 });
    },
  );

  late(
    'a payment is not made if its customer was deactivated meanwhile, and the cover goes back',
    async ({ scene, bank, ana, admin, id }) => {
      await admin.call.admin.users.deactivate({ id: ana.user.id, reason: 'Sessão roubada' });
      await settleCovered(bank);
      const { coveredPayments } = bank.db.tables;
      expect(
        await bank.db.select().from(coveredPayments).where(eq(coveredPayments.coverId, id)),
      ).toMatchObject([{ status: 'failed', failReason: expect.stringContaining('desativado') }]);
      expect(await scene.balances()).toEqual(START);
    },
  );

  late('a payment fails with its cover, and the balances are as before', async ({ scene, bank, ana, id }) => {
    await freeze(bank, ana.accountId);
    await settleCovered(bank);
    expect(await ana.call.account.cover.get({ id })).toMatchObject({ status: 'failed', transfer: null });
    expect(await scene.balances()).toEqual(START);
    const { notifications } = await ana.call.auth.notifications.list({});
    expect(notifications.filter(({ title }) => /200,00/.test(title))).toMatchObject([
      { text: expect.stringContaining('Nada saiu das suas contas.') },
    ]);
  });

  test('a covered payment waits while the provider is away, and gives the cover back after half an hour', async ({
    scene,
    bank,
    ana,
    simulator,
  }) => {
    const { line } = newBankBoleto(120_000, '2026-03-20', 1);
    const input = { line, amount: 120_000 };
    const id = await placeCover(scene, { kind: 'boleto', input });
    await settleOrders(bank);
    await simulator.goDown();
    await settleCovered(bank);
    expect(await ana.call.account.cover.get({ id })).toMatchObject({ status: 'processing', boleto: null });
    bank.clock.passSeconds(1_800);
    await settleCovered(bank);
    expect(await ana.call.account.cover.get({ id })).toMatchObject({
      status: 'failed',
      failReason: 'O pagamento não pôde ser feito a tempo',
    });
    await simulator.comeBack();
    await settleAll(bank);
    expect(await scene.balances()).toEqual(START);
  });

  test('a cover goes back if the boleto that it covered fails at the provider', async ({
    scene,
    bank,
    ana,
  }) => {
    // The simulator refuses this amount.
    const { line } = newBankBoleto(131_313, '2026-03-20', 1);
    const boleto = { line, amount: '1313.13' };
    const { id } = await ana.call.account.cover.pay({ cover: '313.13', boleto });
    await settleCovered(bank);
    expect(await ana.call.account.cover.get({ id: id ?? '' })).toMatchObject({
      status: 'failed',
      boleto: { line },
    });
    await expectClearing(bank);
    expect(await scene.balances()).toEqual(START);
  });
});
