import { expect, test } from 'vitest';
import { PRODUCT_CHECK } from '#domain/admin/product-books';
import { openCreditBank } from '#server/credit/testing/scene';
import { bankAccountId } from '#server/ledger/bank-account';
import { keepTables, tamper } from '#server/ledger/testing/tamper';
import { forgetAttempts } from '#server/testing/forget-attempts';
import { compareProducts } from './product-books.ts';
import { taxedYields } from './taxed-yields.ts';
import { FORGED, forged, takenOut } from './testing/planted-faults.ts';
import { PRODUCT, productScene } from './testing/product-scene.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('the reconciliation reports credits and investments that differ from the ledger, and no others', async () => {
  const { admin, ana, bank, bruno, lastOf } = await productScene();
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
    [
      'a payment taken out, in the sum',
      takenOut(paid),
      account,
      /^IOF, parcelas, multas e juros no livro-razão: R\$ /,
    ],
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
    [
      'a fee paid to another customer',
      forged('fee', ana.accountId, bruno.accountId),
      account,
      /^IOF, parcelas, multas e /,
    ],
    [
      'a yield without an investment',
      forged('investment_yield', taxes, bruno.accountId),
      `Conta ${bruno.accountNumber}`,
      /^Rendimentos líquidos no livro-razão: R\$ 5,00; nos contratos: R\$ 0,00$/,
    ],
    [
      'a yield without an investment, consumed by taxes',
      forged('investment_yield', loans, taxes),
      'Rendimentos consumidos pelos tributos',
      /^No livro-razão: R\$ 5,00; nos contratos: R\$ 0,00$/,
    ],
    [
      'a fee between the bank’s own accounts',
      forged('fee', loans, taxes),
      `Transação ${FORGED}`,
      /a auditoria não a registra$/,
    ],
  ];
  for (const [what, statements, about, text] of planted) {
    await tamper(bank.db, ...statements);
    bank.clock.passSeconds(1);
    await forgetAttempts(bank);
    const { ok, differences } = await admin.call.admin.ledger.reconcile();
    expect(await compareProducts(bank.db, 3), what).toEqual(await compareProducts(bank.db));
    expect(ok, what).toBe(false);
    const named = differences.filter((one) => one.about === about && text.test(plain(one.text)));
    expect(named.length, `${what}\n${JSON.stringify(differences, null, 2)}`).toBe(1);
    await tamper(bank.db, ...restore);
  }
  bank.clock.passSeconds(1);
  await forgetAttempts(bank);
  expect(await admin.call.admin.ledger.reconcile()).toMatchObject({ ok: true, differences: [] });
}, 120_000);

test('yields consumed by their taxes match in ledger and product books, also while they are paid', async () => {
  const { admin, ana, bank } = await openCreditBank();
  const product = await admin.call.investment.products.create({
    ...PRODUCT,
    annualRate: '4.70',
    termDays: 154,
  });
  const { accountId: id } = ana;
  await admin.call.admin.accounts.adjust({ id, amount: '3000.00', reason: 'Depósito' });
  const invested: string[] = [];
  for (let count = 0; count < 8; count += 1)
    invested.push((await ana.call.investment.create({ productId: product.id, amount: '218.52' })).id);
  bank.clock.set('2026-11-24T10:00:00-03:00');
  let isPaid = false;
  const redeemAll = async () => {
    for (const one of invested) await ana.call.investment.redeem({ id: one });
    isPaid = true;
  };
  const redeemed = redeemAll();
  while (!isPaid) {
    const { ledgerCents, bookCents } = await taxedYields(bank.db);
    expect(ledgerCents).toBe(bookCents);
    expect(await compareProducts(bank.db, 1)).toEqual([]);
  }
  await redeemed;
  expect(await taxedYields(bank.db)).toEqual({ ledgerCents: 32, bookCents: 32 });
  const [row] = await bank.db.select().from(bank.db.tables.investments);
  expect(row).toMatchObject({ status: 'redeemed', yieldCents: 4, iofCents: 4, incomeTaxCents: 0 });
  expect(await admin.call.admin.ledger.reconcile()).toMatchObject({ ok: true, differences: [] });
});
