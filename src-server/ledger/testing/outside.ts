import type { Db } from '#db/db';
import { newId } from '#server/kernel/id';
import { bankAccountId } from '../bank-account.ts';
import { move, NOON, pair, type TestCustomer } from './bank.ts';

type Party = { amountCents: number; name: string; document: string | null };

/** Money to a party outside the bank, with its payment order. */
export async function payOutside(db: Db, customer: TestCustomer, { amountCents, name, document }: Party) {
  const cash = await bankAccountId(db, 'provider_cash');
  const entries = pair(customer.accountId, cash, amountCents);
  const { transactionId } = await move(db, { type: 'payment', entries });
  const { paymentIntents, paymentOrders } = db.tables;
  await db.transaction(async (tx) => {
    await tx.insert(paymentIntents).values({
      id: transactionId,
      transactionId,
      userId: customer.userId,
      accountId: customer.accountId,
      kind: 'pix_person',
      amountCents,
      executeAt: NOON,
      state: 'done',
      createdAt: NOON,
      concludedAt: NOON,
    });
    await tx.insert(paymentOrders).values({
      transactionId,
      intentId: transactionId,
      userId: customer.userId,
      kind: 'pix',
      status: 'done',
      amountCents,
      payeeName: name,
      payeeDocument: document,
      attempts: 1,
      concludedById: transactionId,
      concludedAt: NOON,
      createdAt: NOON,
    });
  });
}

/** Money from a party outside the bank, with its incoming payment. */
export async function receiveFromOutside(
  db: Db,
  customer: TestCustomer,
  { amountCents, name, document }: Party,
) {
  const cash = await bankAccountId(db, 'provider_cash');
  const entries = pair(cash, customer.accountId, amountCents);
  const { transactionId } = await move(db, { type: 'deposit', entries });
  const { incomingPayments } = db.tables;
  await db.transaction((tx) =>
    tx.insert(incomingPayments).values({
      providerId: newId(),
      userId: customer.userId,
      transactionId,
      amountCents,
      payerName: name,
      payerDocument: document,
      createdAt: NOON,
    }),
  );
}
