/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { raceTest } from '#db/testing/race-test';
import { MAX_AMOUNT_CENTS, toDecimal } from '#domain/money';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import { balanceOf } from '#server/ledger/statement';
import { sessionOf } from '#server/protection/testing/protected-bank';
import { knowPayee } from '#server/protection/testing/rules';
import { test as bankTest } from '#server/testing/bank-test';
import { openInProduction, withTwoFactor } from '#server/testing/in-production';
import { makeAdmin, makeCustomer, tokenCallerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';

async function inProduction() {
  const { bank, admin, ana } = await openInProduction();
  const adjust = (amount: string) =>
    admin.call.admin.accounts.adjust({ id: ana.accountId, amount, reason: 'Acerto de conta' });
  return { bank, admin, ana, adjust };
}

const test = bankTest.extend('production', () => inProduction());

describe('an adjustment', () => {
  test('an adjustment is reported to the holder by e-mail and notification', async ({
    setup: { bank, ana, admin },
  }) => {
    const { outbox, notifications } = bank.db.tables;
    const input = { id: ana.accountId, amount: '-20.50', reason: 'Tarifa indevida', idempotencyKey: 'k1' };
    for (let time = 0; time < 2; time += 1) await admin.call.admin.accounts.adjust(input);
    const mails = await bank.db.select().from(outbox).where(eq(outbox.kind, 'account_adjusted'));
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Ajuste de R\$\s20,50 na sua conta$/),
    ]);
    expect(mails[0]?.text).toContain(`lançou um débito na sua conta ${ana.accountNumber}. Motivo: Tarifa`);
    const bell = await bank.db.select().from(notifications).where(eq(notifications.userId, ana.user.id));
    expect(bell.map(({ kind, href }) => [kind, href])).toEqual([['account_adjusted', '/client/statement']]);
  });

  test('an adjustment beyond the largest representable balance is a refusal, not a server error', async ({
    setup: { bank, ana, admin },
  }) => {
    const most = { id: ana.accountId, amount: toDecimal(MAX_AMOUNT_CENTS), reason: 'Acerto de conta' };
    const [from, to] = [await bankAccountId(bank.db, 'adjustments'), ana.accountId];
    const times = Math.floor(Number.MAX_SAFE_INTEGER / MAX_AMOUNT_CENTS);
    await bank.db.transaction(async (tx) => {
      for (let time = 0; time < times; time += 1)
        await post(tx, {
          type: 'deposit',
          description: 'Muito',
          createdAt: bank.clock.now(),
          actorId: null,
          entries: [
            { accountId: from, amountCents: -MAX_AMOUNT_CENTS },
            { accountId: to, amountCents: MAX_AMOUNT_CENTS },
          ],
        });
    });
    for (const amount of [most.amount, '1e20', '99999999999999.00'])
      expect((await refusalOf(admin.call.admin.accounts.adjust({ ...most, amount }))).status).toBeLessThan(
        500,
      );
    expect(await refusalOf(admin.call.admin.accounts.adjust(most))).toMatchObject({
      status: 409,
      code: 'BALANCE_OUT_OF_RANGE',
      error: expect.stringContaining('saldo ficaria maior'),
    });
  });

  test('an adjustment is limited in production, until an administrator with a second factor sets another limit', async ({
    production: { bank, admin, adjust },
  }) => {
    await adjust('100000.00');
    for (const amount of ['100000.01', '-100000.01'])
      expect(await refusalOf(adjust(amount))).toMatchObject({
        status: 409,
        code: 'ADJUSTMENT_TOO_LARGE',
        error: expect.stringMatching(/no máximo R\$\s100\.000,00/),
      });
    const { update } = admin.call.admin.settings;
    expect(await update({ name: 'maxAdjustment', value: '50' })).toEqual({
      name: 'maxAdjustment',
      value: '50.00',
    });
    expect(await codeOf(adjust('50.01'))).toBe('ADJUSTMENT_TOO_LARGE');
    await adjust('-50.00');
    for (const value of ['0', '-1', 'muito', true, null])
      expect((await refusalOf(update({ name: 'maxAdjustment', value: value as string }))).status).toBe(400);
    expect((await admin.call.admin.settings.get()).values.maxAdjustment).toBe('50.00');
    const { auditLog } = bank.db.tables;
    expect(await bank.db.select().from(auditLog).where(eq(auditLog.action, 'update_setting'))).toMatchObject([
      { entityId: 'maxAdjustment', changes: '{"from":"100000.00","to":"50.00"}' },
    ]);
  });

  test('in production adjustments above R$ 1.000,00 a day need a fresh proof, which a token cannot give', async ({
    production: { bank, admin, ana, adjust },
  }) => {
    const { update } = admin.call.admin.settings;
    await adjust('5000.00');
    bank.clock.passSeconds(601);
    for (const amount of ['1000.01', '-1000.01', '0.01'])
      expect(await refusalOf(adjust(amount))).toMatchObject({ status: 403, code: 'REAUTHENTICATE' });
    expect(await codeOf(update({ name: 'maxAdjustment', value: '1' }))).toBe('REAUTHENTICATE');
    expect(await codeOf(update({ name: 'requireAdminTwoFactor', value: false }))).toBe('REAUTHENTICATE');

    const other = await makeAdmin(bank);
    await withTwoFactor(bank, other.user.id);
    const byToken = (amount: string) =>
      tokenCallerOf(bank, other.user).admin.accounts.adjust({
        id: ana.accountId,
        reason: 'Por um script',
        amount,
      });
    expect(await codeOf(byToken('1000.01'))).toBe('TOKEN_NOT_ALLOWED');
    for (const amount of ['600.00', '-400.00']) await byToken(amount);
    expect(await codeOf(byToken('0.01'))).toBe('TOKEN_NOT_ALLOWED');
  });

  raceTest('ten concurrent adjustments by a token do not exceed R$ 1.000,00 a day', async () => {
    const { bank, ana } = await inProduction();
    const robot = await makeAdmin(bank);
    await withTwoFactor(bank, robot.user.id);
    const byToken = tokenCallerOf(bank, robot.user).admin.accounts.adjust;
    const input = { id: ana.accountId, amount: '300.00', reason: 'Por um script' };
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => byToken(input)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await balanceOf(bank.db, ana.accountId)).toBe(90_000);
  });

  test('an old session needs a fresh proof for large reversals, parameters and access changes, too', async ({
    production: { bank, admin, ana, adjust },
  }) => {
    const bruno = await makeCustomer(bank, { fullName: 'Bruno Dias', cpf: '11144477735' });
    await adjust('5000.00');
    await knowPayee(bank, ana.user, { kind: 'account', target: bruno.accountNumber });
    const { account } = sessionOf(bank, ana);
    const send = (amount: string) =>
      account.transfer({ accountNumber: bruno.accountNumber, amount, description: 'Aluguel' });
    const [small, large, cent] = [await send('1000.00'), await send('1000.01'), await send('0.01')];
    const other = await makeAdmin(bank);
    bank.clock.passSeconds(601);
    const { reverse } = admin.call.admin.transactions;
    expect(await codeOf(reverse({ id: large.id, reason: 'Engano' }))).toBe('REAUTHENTICATE');
    const byToken = tokenCallerOf(bank, admin.user).admin.transactions.reverse;
    expect(await codeOf(byToken({ id: large.id, reason: 'Engano' }))).toBe('TOKEN_NOT_ALLOWED');
    await reverse({ id: small.id, reason: 'Engano' });
    expect(await codeOf(reverse({ id: cent.id, reason: 'Engano' }))).toBe('REAUTHENTICATE');
    for (const { user } of [other, bruno])
      expect(await codeOf(admin.call.admin.users.deactivate({ id: user.id, reason: 'Saiu do banco' }))).toBe(
        'REAUTHENTICATE',
      );
    const parameters = await admin.call.credit.parameters.get();
    expect(await codeOf(admin.call.credit.parameters.update(parameters))).toBe('REAUTHENTICATE');
    const product = {
      name: 'CDB Futuro',
      description: 'Um ano',
      minAmount: '100.00',
      annualRate: '100.00',
      termDays: 360,
    };
    expect(await codeOf(admin.call.investment.products.create(product))).toBe('REAUTHENTICATE');
    const { id } = await ana.call.credit.proposals.create({
      amount: '10000.00',
      termMonths: 12,
      purpose: 'Reforma da cozinha de casa',
    });
    expect(await codeOf(admin.call.credit.proposals.approve({ id }))).toBe('REAUTHENTICATE');
    const asked = { amount: '600.00', termMonths: 12, purpose: 'Um ano de condomínio' };
    const first = await ana.call.credit.proposals.create(asked);
    const second = await ana.call.credit.proposals.create({ ...asked, amount: '400.01' });
    await admin.call.credit.proposals.approve({ id: first.id });
    expect(await codeOf(admin.call.credit.proposals.approve({ id: second.id }))).toBe('REAUTHENTICATE');
  });

  test('an adjustment in production is refused to an administrator without a second factor', async ({
    production: { bank },
  }) => {
    const without = await makeAdmin(bank);
    expect(await codeOf(without.call.admin.settings.get())).toBe('TWO_FACTOR_REQUIRED');
    expect((await without.call.auth.me()).mustEnableTwoFactor).toBe(true);
    await withTwoFactor(bank, without.user.id);
    expect((await without.call.admin.settings.get()).values.requireAdminTwoFactor).toBe(true);
  });
});
