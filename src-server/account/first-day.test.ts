/** @module-tag postgres */
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { fund, newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { test as base } from '#server/testing/bank-test';
import { settledCodes } from '#server/testing/refusal-of';
import { rememberRecipient } from './remember-recipient.ts';

/** Ana, under the rules, has paid Bruno one cent just now. `pay` pays him in a session of hers. */
const test = base
  .extend('env', { MONEY_RULES: 'standard' } as Record<string, string>)
  .extend('scene', async ({ bank, admin, ana, bruno }) => {
    await fund(admin, ana, '4900.00');
    const paid = {
      userId: ana.user.id,
      kind: 'account' as const,
      target: bruno.accountNumber,
      name: bruno.user.fullName,
      document: null,
      lastUsedAt: bank.clock.now(),
    };
    await bank.db.transaction((tx) => rememberRecipient(tx, paid));
    const pay = (amount: string) =>
      sessionOf(bank, ana).account.transfer({
        accountNumber: bruno.accountNumber,
        amount,
        description: 'Aluguel',
        idempotencyKey: newKey(),
      });
    const unasked = async () => {
      const { recipients } = bank.db.tables;
      const own = and(eq(recipients.userId, ana.user.id), eq(recipients.target, bruno.accountNumber));
      return (await bank.db.select().from(recipients).where(own))[0]?.unaskedCents;
    };
    return { pay, unasked };
  });

test('in its first day a payee is paid R$ 500,00 in all without a confirmation, and then more with one', async ({
  bank,
  scene: { pay, unasked },
}) => {
  expect(await settledCodes([pay('499.99')])).toEqual(['done']);
  expect(await settledCodes([pay('0.02')])).toEqual(['CONFIRMATION_REQUIRED']);
  expect(await settledCodes([pay('0.01')])).toEqual(['done']);
  expect(await settledCodes([pay('0.01')])).toEqual(['CONFIRMATION_REQUIRED']);
  expect(await unasked()).toBe(50_000);
  bank.clock.passSeconds(24 * 3600);
  expect(await settledCodes([pay('900.00')])).toEqual(['done']);
  expect(await unasked()).toBe(50_000);
});

test(
  'of 64 payments of R$ 100,00 at once five are made without a confirmation',
  race(),
  async ({ scene: { pay, unasked } }) => {
    const codes = await settledCodes(Array.from({ length: 64 }, () => pay('100.00')));
    expect(codes.filter((code) => code === 'done')).toHaveLength(5);
    expect(codes.filter((code) => code === 'CONFIRMATION_REQUIRED')).toHaveLength(59);
    expect(await unasked()).toBe(50_000);
  },
);
