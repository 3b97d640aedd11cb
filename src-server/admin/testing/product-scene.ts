import { eq } from 'drizzle-orm';
import type { TransactionType } from '#domain/ledger/words';
import { openCreditBank } from '#server/credit/testing/scene';

export const PRODUCT = { name: 'CDB', description: 'Renda fixa', minAmount: '10.00', annualRate: '12.00' };

/** Instalments paid early, on time and late, three investments, a reversed transfer and two adjustments. */
export async function productScene() {
  const opened = await openCreditBank();
  const { admin, ana, bank, bruno, lend } = opened;
  await lend();
  const { id } = await ana.call.account.transfer({
    accountNumber: bruno.accountNumber,
    amount: '9.00',
    description: 'Café',
  });
  await admin.call.admin.transactions.reverse({ id, reason: 'Engano' });
  for (const amount of ['20.00', '-1.00'])
    await admin.call.admin.accounts.adjust({ id: bruno.accountId, amount, reason: 'Ajuste' });
  const product = await admin.call.investment.products.create({ ...PRODUCT, termDays: 30 });
  for (const amount of ['100.00', '200.00', '300.00'])
    await ana.call.investment.create({ productId: product.id, amount });
  const { schedules } = await ana.call.credit.schedules({});
  const [first, second, third] = schedules.toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1));
  await ana.call.credit.payInstallment({ id: first?.id ?? '' });
  const payOn = async (id: string | undefined, day: string) => {
    bank.clock.set(`${day}T10:00:00-03:00`);
    await ana.call.credit.payInstallment({ id: id ?? '' });
  };
  await payOn(second?.id, second?.dueDate ?? '');
  const { investments } = await ana.call.investment.list();
  for (const { id } of investments.slice(0, 2)) await ana.call.investment.redeem({ id });
  await payOn(third?.id, '2027-03-10');
  const { transactions } = bank.db.tables;
  const lastOf = async (type: TransactionType) => {
    const rows = await bank.db.select().from(transactions).where(eq(transactions.type, type));
    return (
      rows
        .map(({ id }) => id)
        .toSorted()
        .at(-1) ?? ''
    );
  };
  return { ...opened, lastOf };
}
