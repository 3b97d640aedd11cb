import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { balanceOf } from '#server/ledger/statement';
import { test as base } from '#server/testing/bank-test';
import { closeRelation } from '#server/testing/people';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import { fund, letterTo, newKey, sessionOf } from './testing/protected-bank.ts';
import { knowPayee } from './testing/rules.ts';

const LIMITS = { kind: 'transfer', window: 'day' } as const;

const test = base
  .extend('env', { MONEY_RULES: 'standard' } as Record<string, string>)
  .extend('own', ({ bank, ana }) => sessionOf(bank, ana))
  .extend('pay', ({ bank, ana, bruno, own }) => {
    const ready = knowPayee(bank, ana.user, { kind: 'account', target: bruno.accountNumber });
    return async (amount: string, call = own) => {
      await ready;
      const payment = { accountNumber: bruno.accountNumber, amount, description: 'Aula' };
      return call.account.transfer({ ...payment, idempotencyKey: newKey() });
    };
  });

type Own = ReturnType<typeof sessionOf>;
const limitOf = async (own: Own, { kind, window }: { kind: string; window: string } = LIMITS) =>
  (await own.account.limits.list()).limits.find((limit) => limit.kind === kind && limit.window === window);

describe('a limit', () => {
  test('is lowered at once, and payments beyond what is left are refused with how much that is', async ({
    bank,
    ana,
    admin,
    own,
    pay,
  }) => {
    await fund(admin, ana, '100.00');
    await own.account.limits.change({ ...LIMITS, amount: '50.00' });
    expect(await limitOf(own)).toMatchObject({
      amount: '50.00',
      maximum: '100000.00',
      used: '0.00',
      next: null,
    });
    await pay('30.00');
    const { error } = await refusalOf(pay('20.01'));
    expect(String(error).replace(/\s/g, ' ')).toContain(
      'Limite diurno de Transferências: restam R$ 20,00 até as 20h',
    );
    await pay('20.00');
    expect(await limitOf(own)).toMatchObject({ used: '50.00', endsAt: 'as 20h' });
    expect(await codeOf(pay('0.01'))).toBe('LIMIT_EXCEEDED');
    bank.clock.set('2026-03-10T20:00:00-03:00');
    await pay('0.01');
    bank.clock.set('2026-03-11T06:00:00-03:00');
    await pay('50.00');
  });

  test('is raised after 24 hours, which its customer is told and may cancel', async ({
    bank,
    ana,
    own,
    pay,
  }) => {
    await own.account.limits.change({ ...LIMITS, amount: '10.00' });
    await own.account.limits.change({ ...LIMITS, amount: '90.00' });
    const raise = (await limitOf(own))?.next;
    expect(raise).toMatchObject({ amount: '90.00', effectiveAt: '2026-03-11T15:00:00.000Z' });
    expect(await letterTo(bank, 'limit_changed')).toContain('passa de R$ 10,00 para R$ 90,00 em 11/03/2026');
    expect(await codeOf(pay('10.01'))).toBe('LIMIT_EXCEEDED');
    await own.account.limits.cancelRaise({ id: raise?.id ?? '' });
    expect(await codeOf(own.account.limits.cancelRaise({ id: raise?.id ?? '' }))).toBe('NOT_FOUND');
    bank.clock.set('2026-03-11T12:00:01-03:00');
    const later = sessionOf(bank, ana);
    expect(await codeOf(pay('10.01', later))).toBe('LIMIT_EXCEEDED');
    await later.account.limits.change({ ...LIMITS, amount: '90.00' });
    bank.clock.set('2026-03-12T12:00:02-03:00');
    const last = sessionOf(bank, ana);
    await pay('10.01', last);
  });

  test('is changed only after a fresh proof; a session alone strengthens protection', async ({
    bank,
    ana,
    own,
  }) => {
    const stolen = sessionOf(bank, ana, { proven: null });
    for (const amount of ['0.00', '10.00', '2000.00'])
      expect(await codeOf(stolen.account.limits.change({ ...LIMITS, amount }))).toBe('REAUTHENTICATE');
    await own.account.limits.change({ ...LIMITS, amount: '10.00' });
    expect(await codeOf(stolen.account.limits.changeProtection({ hasRules: false }))).toBe('VALIDATION');
    await stolen.account.limits.changeProtection({ confirmAbove: '10.00' });
    expect(await codeOf(stolen.account.limits.changeProtection({ confirmAbove: '11.00' }))).toBe(
      'REAUTHENTICATE',
    );
    expect(await codeOf(stolen.account.limits.changeProtection({ confirmAbove: null }))).toBe(
      'REAUTHENTICATE',
    );
    await own.account.limits.changeProtection({ confirmAbove: null });
  });

  test('goes up to a maximum that an administrator sets with a reason', async ({ bank, ana, own, admin }) => {
    const tooMuch = own.account.limits.change({ ...LIMITS, amount: '100000.01' });
    expect(await codeOf(tooMuch)).toBe('LIMIT_ABOVE_MAXIMUM');
    const { limits } = admin.call.admin.users;
    const change = (id: string, amount: string) =>
      admin.call.admin.users.changeMaximum({ ...LIMITS, id, amount, reason: 'Pedido do cliente' });
    await change(ana.user.id, '5.00');
    expect(await limitOf(own)).toMatchObject({ amount: '5.00', maximum: '5.00' });
    expect(await letterTo(bank, 'limit_maximum_changed')).toContain('Motivo: Pedido do cliente');
    expect((await limits({ id: ana.user.id })).limits).toEqual((await own.account.limits.list()).limits);
    expect(await codeOf(change(admin.user.id, '5.00'))).toBe('NOT_FOUND');
    expect(await codeOf(limits({ id: admin.user.id }))).toBe('NOT_FOUND');
    await closeRelation(bank, ana.user.id);
    expect(await codeOf(change(ana.user.id, '6.00'))).toBe('USER_CLOSED');
  });

  test('is never passed by 64 payments at once', race(), async ({ bank, ana, admin, own, pay }) => {
    await fund(admin, ana, '900.00');
    await own.account.limits.change({ kind: 'total', window: 'day', amount: '100.00' });
    const codes = await settledCodes(Array.from({ length: 64 }, () => pay('3.00')));
    expect(codes.filter((code) => code === 'done')).toHaveLength(33);
    expect(new Set(codes)).toEqual(new Set(['done', 'LIMIT_EXCEEDED']));
    expect(await balanceOf(bank.db, ana.accountId)).toBe(100_000 - 9_900);
    expect(await limitOf(own, { kind: 'total', window: 'day' })).toMatchObject({ used: '99.00' });
  });

  test('of R$ 200,00 a payment and R$ 1.000,00 a day holds in a browser that is not registered', async ({
    bank,
    ana,
    admin,
    pay,
  }) => {
    await fund(admin, ana, '2000.00');
    const unknown = sessionOf(bank, ana, { isRegistered: false });
    expect(await codeOf(pay('200.01', unknown))).toBe('DEVICE_LIMIT');
    // Every payment of such a browser is confirmed.
    expect(await codeOf(pay('200.00', unknown))).toBe('CONFIRMATION_REQUIRED');
  });
});

test('limits are refused with a bad kind, window or amount, and leave no trace', async ({ bank, own }) => {
  const bad = [
    { ...LIMITS, amount: '-1.00' },
    { ...LIMITS, amount: 'x' },
    { ...LIMITS, kind: 'cash', amount: '1.00' },
    { ...LIMITS, window: 'year', amount: '1.00' },
  ];
  for (const input of bad) expect(await codeOf(own.account.limits.change(input as never))).toBe('VALIDATION');
  expect(await bank.db.$count(bank.db.tables.limitRules)).toBe(0);
});
