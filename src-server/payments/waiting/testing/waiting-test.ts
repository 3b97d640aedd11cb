import { eq } from 'drizzle-orm';
import type { Actor } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { balanceOf } from '#server/ledger/statement';
import { fund } from '#server/protection/testing/protected-bank';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf } from '#server/testing/people';
import type { TestBank } from '#server/testing/test-bank';

/** A script of this customer's, which confirms nothing and may pay up to R$ 100.000,00. */
export const scriptOf = (bank: TestBank, user: Actor & { role: 'cliente' | 'admin' }) =>
  callerOf(bank, user, {
    session: null,
    token: { id: newId(), mayMoveMoney: true, perCallCents: 10_000_000, perDayCents: 10_000_000 },
  });

/** What is reserved for a customer, in cents. */
export async function reservedOf({ db }: TestBank, userId: string): Promise<number> {
  const { accounts } = db.tables;
  const own = await db.select().from(accounts).where(eq(accounts.userId, userId));
  const held = own.find(({ accountType }) => accountType === 'held');
  return held ? balanceOf(db, held.id) : 0;
}

/** Ana with R$ 5.000,00 where the rules hold. She has never paid Bruno; `payBruno` pays him by a script of hers. */
export const test = bankTest
  .extend('env', { MONEY_RULES: 'standard' } as Record<string, string>)
  .extend('scene', async ({ bank, admin, ana, bruno }) => {
    await fund(admin, ana, '4900.00');
    const script = scriptOf(bank, ana.user);
    const payBruno = (amount = '600.00', idempotencyKey: string = newId()) =>
      script.account.transfer({
        accountNumber: bruno.accountNumber,
        amount,
        description: 'Sofá',
        idempotencyKey,
      });
    return {
      script,
      payBruno,
      /** Ana's balance, what she has reserved, and Bruno's balance. */
      balances: async () => [
        await balanceOf(bank.db, ana.accountId),
        await reservedOf(bank, ana.user.id),
        await balanceOf(bank.db, bruno.accountId),
      ],
    };
  });
