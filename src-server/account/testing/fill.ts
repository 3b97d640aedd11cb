import { bankAccountId } from '../../ledger/bank-account.ts';
import { post } from '../../ledger/post.ts';
import type { Two } from './exported.ts';

export async function fill({ bank, ana, bruno }: Two, count: number): Promise<void> {
  const batch = 500;
  for (let done = 0; done < count; done += batch) {
    await bank.db.transaction(async (tx) => {
      for (let index = done; index < Math.min(count, done + batch); index += 1) {
        const amountCents = 1 + ((index * 7919) % 4_999);
        const signed = index % 2 === 0 ? amountCents : -Math.min(amountCents, 2);
        await post(tx, {
          type: 'transfer',
          description: `Movimento ${index}`,
          createdAt: bank.clock.now(),
          actorId: null,
          entries: [
            { accountId: ana.accountId, amountCents: signed },
            { accountId: await bankAccountId(tx, 'adjustments'), amountCents: -signed },
          ],
        });
      }
      await post(tx, {
        type: 'deposit',
        description: 'Saldo',
        createdAt: bank.clock.now(),
        actorId: null,
        entries: [
          { accountId: bruno.accountId, amountCents: 1 },
          { accountId: await bankAccountId(tx, 'adjustments'), amountCents: -1 },
        ],
      });
    });
  }
}
