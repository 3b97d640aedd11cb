import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { test } from '#server/testing/bank-test';
import { freeze, makeCustomer, tokenCallerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';

describe('what tells whether an account exists', () => {
  const { max, windowSeconds } = ATTEMPT_LIMITS.lookup;

  test('refused transfers and look-ups share one limit, and beyond it both are refused', async ({
    bank,
    ana,
    bruno,
  }) => {
    const carla = await makeCustomer(bank, { fullName: 'Carla Tavares', cpf: '11144477735' });
    const send = (accountNumber: string, amount = '1.00') =>
      ana.call.account.transfer({ accountNumber, amount, description: 'Teste' });
    for (let number = 0; number < max - 2; number += 1)
      expect(await codeOf(send('0000-0000'))).toBe('DESTINATION_NOT_FOUND');
    await ana.call.account.lookup({ accountNumber: bruno.accountNumber });
    expect(await codeOf(send(bruno.accountNumber, '900.00'))).toBe('INSUFFICIENT_FUNDS');
    await freeze(bank, bruno.accountId);
    expect(await codeOf(send(bruno.accountNumber))).toBe('DESTINATION_INACTIVE');

    for (const ask of [
      () => send('0000-0000'),
      () => send(bruno.accountNumber),
      () => ana.call.account.lookup({ accountNumber: bruno.accountNumber }),
    ])
      expect(await refusalOf(ask())).toMatchObject({ status: 429, retryAfterSeconds: windowSeconds });
    // A first transfer that could be done is refused, too.
    expect(await codeOf(send(carla.accountNumber, '0.01'))).toBe('TOO_MANY_ATTEMPTS');
    bank.clock.passSeconds(windowSeconds);
    await send(carla.accountNumber, '0.01');
    expect(await codeOf(send('0000-0000'))).toBe('DESTINATION_NOT_FOUND');
  });

  test('look-ups by a read-only token do not use up the limit of its owner’s transfers', async ({
    bank,
    ana,
    bruno,
  }) => {
    const { lookup } = tokenCallerOf(bank, ana.user).account;
    const ask = () => lookup({ accountNumber: bruno.accountNumber });
    for (let number = 0; number < max; number += 1) await ask();
    expect(await codeOf(ask())).toBe('TOO_MANY_ATTEMPTS');
    await ana.call.account.transfer({
      accountNumber: bruno.accountNumber,
      amount: '0.01',
      description: 'Olá',
    });
  });

  test('look-ups, which a cookie alone may make, keep nobody from paying those who were paid before', async ({
    bank,
    ana,
    bruno,
  }) => {
    const { accountNumber } = bruno;
    const pay = () => ana.call.account.transfer({ accountNumber, amount: '0.01', description: 'Olá' });
    await pay();
    for (let number = 0; number < max; number += 1) await ana.call.account.lookup({ accountNumber });
    expect(await codeOf(ana.call.account.lookup({ accountNumber }))).toBe('TOO_MANY_ATTEMPTS');
    expect(await pay()).toMatchObject({ status: 'done' });
    await bank.db.transaction((tx) => tx.delete(tx.tables.recipients));
    expect(await codeOf(pay())).toBe('TOO_MANY_ATTEMPTS');
  });

  test('completed transfers are never limited as look-ups', async ({ ana, bruno }) => {
    for (let number = 0; number < max + 5; number += 1)
      await ana.call.account.transfer({
        accountNumber: bruno.accountNumber,
        amount: '0.01',
        description: 'Centavo',
      });
    expect((await ana.call.account.lookup({ accountNumber: bruno.accountNumber })).name).toBe(
      'Bruno Nogueira',
    );
  });
});
