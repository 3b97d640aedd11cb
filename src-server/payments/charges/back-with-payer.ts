import { and, eq, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { among } from '#server/kernel/any-of';
import { returnedOf } from '../returns/open-returns.ts';

type Payment = Pick<
  Tx['tables']['chargePayments']['$inferSelect'],
  'providerId' | 'transactionId' | 'amountCents'
>;

/** Cents of each payment, by its provider id, that are back with its payer or on their way: given back, or taken back by the provider. */
export async function backWithPayer(
  on: Reader,
  payments: readonly Payment[],
): Promise<ReadonlyMap<string, number>> {
  if (payments.length === 0) return new Map();
  const { heldPayments: held, transactions } = on.tables;
  const returned = await returnedOf(
    on,
    payments.map(({ providerId }) => providerId),
  );
  const reversals = await on
    .select({ of: transactions.reversesId })
    .from(transactions)
    // A released one's is reversed when it is paid outside the bank, to its receiver.
    .leftJoin(held, and(eq(held.transactionId, transactions.reversesId), eq(held.status, 'released')))
    .where(
      and(
        isNull(held.transactionId),
        among(
          on,
          transactions.reversesId,
          payments.map(({ transactionId }) => transactionId),
        ),
      ),
    );
  const takenBack = new Set(reversals.map(({ of }) => of));
  return new Map(
    payments.map(({ providerId, transactionId, amountCents }) => {
      const { doneCents = 0, openCents = 0 } = returned.get(providerId) ?? {};
      return [providerId, takenBack.has(transactionId) ? amountCents : doneCents + openCents];
    }),
  );
}
