import { expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { countAttempt } from '#server/auth/attempts';
import { test as base } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { newKey, sessionOf } from './testing/protected-bank.ts';

const test = base.extend('env', { MONEY_RULES: 'standard' } as Record<string, string>);

test('the accounts of one address get few codes for payments together, since those of others wait behind them', async ({
  bank,
  ana,
  bruno,
}) => {
  const emailConfirmedAt = bank.clock.real();
  await bank.db.transaction((tx) => tx.update(tx.tables.users).set({ emailConfirmedAt }));
  const { accountNumber } = bruno;
  /** Asks for a payment at an address, and for the code that confirms it. */
  const askCode = async (ip: string) => {
    const { account } = sessionOf(bank, ana, { ip });
    const payment = { accountNumber, amount: '40.00', description: 'Aluguel', idempotencyKey: newKey() };
    const refused = await refusalOf(account.transfer(payment));
    expect(refused.code).toBe('CONFIRMATION_REQUIRED');
    const { confirmationId: id = '' } = refused as { confirmationId?: string };
    return account.confirmations.sendCode({ id });
  };
  const { max } = ATTEMPT_LIMITS.confirmationCodeAddress;
  await countAttempt(bank, 'confirmationCodeAddress', '203.0.113.9', max);
  expect(await codeOf(askCode('203.0.113.9'))).toBe('TOO_MANY_ATTEMPTS');
  expect(await askCode('203.0.113.10')).toMatchObject({ success: true });
});
