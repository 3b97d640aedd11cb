import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import { balanceOf } from '#server/ledger/statement';
import { test } from '#server/testing/bank-test';
import { callerOf, freeze, openFor } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';

describe('the administrator’s adjustment', () => {
  test('an adjustment deposits and withdraws against the bank’s adjustments account, and is audited', async ({
    bank,
    ana,
    admin,
  }) => {
    const adjust = admin.call.admin.accounts.adjust;
    const deposit = await adjust({ id: ana.accountId, amount: 20.5, reason: 'Cheque' });
    expect(deposit).toMatchObject({
      accountId: ana.accountId,
      type: 'deposit',
      description: 'Cheque',
      amount: '20.50',
      isDebit: false,
      balanceAfter: '120.50',
      createdAt: '2026-03-10T15:00:00.000Z',
      counterparty: null,
    });
    const withdrawal = await adjust({ id: ana.accountId, amount: '-120.50', reason: 'Correção' });
    expect(withdrawal).toMatchObject({
      type: 'withdrawal',
      amount: '120.50',
      isDebit: true,
      balanceAfter: '0.00',
    });
    expect((await ana.call.account.ledger({})).entries[0]).toMatchObject(withdrawal);
    expect(await balanceOf(bank.db, await bankAccountId(bank.db, 'adjustments'))).toBe(0);

    const { auditLog } = bank.db.tables;
    const rows = await bank.db.select().from(auditLog).where(eq(auditLog.entityId, withdrawal.transactionId));
    expect(rows).toMatchObject([
      {
        action: 'manual_adjustment',
        entityType: 'transaction',
        userName: 'Helena Siqueira',
        changes: JSON.stringify({ accountId: ana.accountId, amount: '-120.50', reason: 'Correção' }),
      },
    ]);
  });

  test('an adjustment reaches an inactive account', async ({ bank, ana, admin }) => {
    await freeze(bank, ana.accountId);
    const entry = await admin.call.admin.accounts.adjust({
      id: ana.accountId,
      amount: -1,
      reason: 'Correção',
    });
    expect(entry.balanceAfter).toBe('99.00');
  });

  test('an adjustment is refused to customers and to anybody not signed in', async ({ bank, ana }) => {
    const input = { id: ana.accountId, amount: '1.00', reason: 'Presente' };
    expect(await codeOf(callerOf(bank, null).admin.accounts.adjust(input))).toBe('UNAUTHENTICATED');
    expect(await codeOf(ana.call.admin.accounts.adjust(input))).toBe('FORBIDDEN');
    expect(await balanceOf(bank.db, ana.accountId)).toBe(10_000);
  });

  test('an adjustment is refused for accounts of no customer, and below zero', async ({
    bank,
    ana,
    admin,
  }) => {
    const adjust = (id: string, amount = '1.00') =>
      refusalOf(admin.call.admin.accounts.adjust({ id, amount, reason: 'Teste' }));
    const own = await bankAccountId(bank.db, 'adjustments');
    const external = await openFor(bank, ana.user, 'external');
    const investment = await openFor(bank, ana.user, 'investment');
    for (const id of ['x', own, external.id, investment.id, ana.user.id]) {
      expect(await adjust(id)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    expect(await adjust(ana.accountId, '-100.01')).toMatchObject({ status: 409, code: 'INSUFFICIENT_FUNDS' });
  });

  test('an adjustment is refused with wrong input', async ({ ana, admin }) => {
    const adjust = admin.call.admin.accounts.adjust;
    for (const amount of ['0.001', '1,50', '1e2', true, [], '', null, 0, '-0']) {
      const input = { id: ana.accountId, amount, reason: 'Teste' } as Parameters<typeof adjust>[0];
      expect((await refusalOf(adjust(input))).fields).toHaveProperty('amount');
    }
    for (const id of ['', 'x'.repeat(65), '../x']) {
      const refused = await refusalOf(adjust({ id, amount: 1, reason: 'Teste' }));
      expect(refused).toMatchObject({ status: 400, fields: { id: 'Não encontrado' } });
    }
    expect(await refusalOf(adjust({ id: ana.accountId, amount: 1, reason: ' a ' }))).toEqual({
      status: 400,
      code: 'VALIDATION',
      error: 'Motivo é obrigatório',
      fields: { reason: 'Motivo é obrigatório' },
    });
  });

  test('an adjustment with a repeated key is posted once', async ({ bank, ana, admin }) => {
    const input = { id: ana.accountId, amount: '5.00', reason: 'Bônus', idempotencyKey: 'k' };
    const entries = await Promise.all(
      Array.from({ length: 6 }, () => admin.call.admin.accounts.adjust(input)),
    );
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(1);
    expect(await balanceOf(bank.db, ana.accountId)).toBe(10_500);
    expect(await codeOf(admin.call.admin.accounts.adjust({ ...input, reason: 'Outro' }))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });
});

describe('the administrator’s dashboard', () => {
  test('the administrator’s dashboard has six figures computed from the tables, and the last ten audit rows', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    expect((await admin.call.admin.dashboard()).figures).toEqual({
      users: 2,
      activeAccounts: 2,
      totalBalance: '100.00',
      creditPortfolio: '0.00',
      investments: '0.00',
      pendingApprovals: 0,
    });

    const investment = await openFor(bank, ana.user, 'investment');
    const external = await openFor(bank, ana.user, 'external');
    const move = async (
      from: string,
      to: string,
      amountCents: number,
      type: 'credit_disbursement' | 'transfer',
    ) =>
      bank.db.transaction((tx) =>
        post(tx, {
          type,
          description: 'Teste',
          createdAt: bank.clock.now(),
          actorId: ana.user.id,
          entries: [
            { accountId: from, amountCents: -amountCents },
            { accountId: to, amountCents },
          ],
        }),
      );
    await move(
      await bankAccountId(bank.db, 'loans_receivable'),
      ana.accountId,
      50_000,
      'credit_disbursement',
    );
    await move(ana.accountId, investment.id, 12_345, 'transfer');
    await move(ana.accountId, external.id, 655, 'transfer');
    await freeze(bank, bruno.accountId);
    bank.registry.pendingApprovals.push(
      async () => 2,
      async (db) => db.$count(db.tables.users),
    );
    const { figures, recent, externalBalance } = await admin.call.admin.dashboard();
    expect(externalBalance).toBe('6.55');
    expect(figures).toEqual({
      users: 2,
      activeAccounts: 2,
      totalBalance: '470.00',
      creditPortfolio: '500.00',
      investments: '123.45',
      pendingApprovals: 5,
    });
    expect(recent).toHaveLength(1);
    expect(recent[0]).toEqual({
      id: expect.any(String),
      userId: admin.user.id,
      userName: 'Helena Siqueira',
      action: 'manual_adjustment',
      entityType: 'transaction',
      entityId: expect.any(String),
      changes: expect.stringContaining('Depósito inicial'),
      ipAddress: '203.0.113.7',
      userAgent: 'vitest',
      createdAt: '2026-03-10T15:00:00.000Z',
    });

    for (let index = 0; index < 11; index += 1) {
      await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: 1, reason: `Ajuste ${index}` });
    }
    const rows = (await admin.call.admin.dashboard()).recent;
    expect(rows).toHaveLength(10);
    expect(rows[0]?.changes).toContain('Ajuste 10');
    expect(rows[9]?.changes).toContain('Ajuste 1"');
  });

  test('the administrator’s dashboard is refused to customers and to anybody not signed in', async ({
    bank,
    ana,
  }) => {
    expect(await codeOf(callerOf(bank, null).admin.dashboard())).toBe('UNAUTHENTICATED');
    expect(await codeOf(ana.call.admin.dashboard())).toBe('FORBIDDEN');
  });
});
