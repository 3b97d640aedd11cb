import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { PRODUCT_CHECK } from '#domain/admin/product-books';
import type { TransactionType } from '#domain/ledger/words';
import { openCreditBank } from '#server/credit/testing/scene';
import { bankAccountId } from '#server/ledger/bank-account';
import { keepTables, tamper } from '#server/ledger/testing/tamper';
import { FORGED, forged, takenOut } from './testing/planted-faults.ts';

const PRODUCT = { name: 'CDB', description: 'Renda fixa', minAmount: '10.00', annualRate: '12.00' };

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

/** Ana has a credit with an instalment paid early, one on its day and one late, and three investments, two of which ended. */
async function scene() {
  const opened = await openCreditBank();
  const { admin, ana, bank, bruno, lend } = opened;
  await lend();
  await ana.call.account.transfer({
    accountNumber: bruno.accountNumber,
    amount: '9.00',
    description: 'Café',
  });
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

test('credits and investments that the ledger has, and that it has not, are named; of what is right nothing', async () => {
  const { admin, ana, bank, bruno, lastOf } = await scene();
  const account = `Conta ${ana.accountNumber}`;
  const clean = await admin.call.admin.ledger.reconcile();
  expect(clean).toMatchObject({ ok: true, differences: [] });
  expect(clean.checks.find(({ name }) => name === PRODUCT_CHECK)?.ok).toBe(true);
  const [paid, lent, applied] = [
    await lastOf('credit_payment'),
    await lastOf('credit_disbursement'),
    await lastOf('investment_application'),
  ];
  const [loans, taxes] = [
    await bankAccountId(bank.db, 'loans_receivable'),
    await bankAccountId(bank.db, 'taxes_payable'),
  ];
  const restore = await keepTables(bank.db, 'entries', 'transactions');
  const planted: [what: string, statements: string[], about: string, text: RegExp][] = [
    [
      'a payment taken out',
      takenOut(paid),
      `Transação ${paid}`,
      /^Pagou a parcela 3 de um crédito; no livro-/,
    ],
    ['so that less was paid', takenOut(paid), account, /^IOF, parcelas, multas e juros no livro-razão: R\$ /],
    [
      'a disbursement taken out',
      takenOut(lent),
      account,
      /^Créditos liberados no livro-razão: R\$ 0,00; nos contratos: R\$ 10\.000,00$/,
    ],
    [
      'an application taken out',
      takenOut(applied),
      account,
      /^Aplicações no livro-razão: R\$ 300,00; nos contratos: R\$ 600,00$/,
    ],
    [
      'a redemption taken out',
      takenOut(await lastOf('investment_redemption')),
      account,
      /^Resgates no livro-/,
    ],
    ['a yield taken out', takenOut(await lastOf('investment_yield')), account, /^Rendimentos líquidos no /],
    ['a fee to another', forged('fee', ana.accountId, bruno.accountId), account, /^IOF, parcelas, multas e /],
    [
      'a yield out of nothing',
      forged('investment_yield', taxes, bruno.accountId),
      `Conta ${bruno.accountNumber}`,
      /^Rendimentos líquidos no livro-razão: R\$ 5,00; nos contratos: R\$ 0,00$/,
    ],
    [
      'among the own accounts',
      forged('fee', loans, taxes),
      `Transação ${FORGED}`,
      /a auditoria não a registra$/,
    ],
  ];
  for (const [what, statements, about, text] of planted) {
    await tamper(bank.db, ...statements);
    bank.clock.passSeconds(1);
    const { ok, differences } = await admin.call.admin.ledger.reconcile();
    expect(ok, what).toBe(false);
    const named = differences.filter((one) => one.about === about && text.test(plain(one.text)));
    expect(named.length, `${what}\n${JSON.stringify(differences, null, 2)}`).toBe(1);
    await tamper(bank.db, ...restore);
  }
  bank.clock.passSeconds(1);
  expect(await admin.call.admin.ledger.reconcile()).toMatchObject({ ok: true, differences: [] });
}, 120_000);
