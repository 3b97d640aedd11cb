import { expect, test } from 'vitest';
import { productDifferences, taxedYieldsDifference, unpaidDifference } from './product-books.ts';

const LEDGER = { disbursed: 1_000, charged: -330, applied: -500, redeemed: 200, yielded: 17, held: 300 };
const BOOKS = {
  lentCents: 1_000,
  iofCents: 30,
  paidCents: 300,
  investedCents: 500,
  endedCents: 200,
  yieldCents: 20,
  taxCents: 3,
};

const found = (changes: Partial<typeof BOOKS>): string[] =>
  productDifferences('1234-5678', LEDGER, { ...BOOKS, ...changes }).map(({ text }) =>
    text.replace(/\s/g, ' '),
  );

test('product books that agree with the ledger have no difference', () => {
  expect(found({})).toEqual([]);
  const nothing = { disbursed: 0, charged: 0, applied: 0, redeemed: 0, yielded: 0, held: 0 };
  const none = {
    lentCents: 0,
    iofCents: 0,
    paidCents: 0,
    investedCents: 0,
    endedCents: 0,
    yieldCents: 0,
    taxCents: 0,
  };
  expect(productDifferences(null, nothing, none)).toEqual([]);
});

test('each difference between product books and ledger shows both amounts', () => {
  expect(found({ lentCents: 999 })).toEqual([
    'Créditos liberados no livro-razão: R$ 10,00; nos contratos: R$ 9,99',
  ]);
  expect(found({ iofCents: 31 })).toEqual([
    'IOF, parcelas, multas e juros no livro-razão: R$ 3,30; nos contratos: R$ 3,31',
  ]);
  expect(found({ investedCents: 501 })).toEqual([
    'Aplicações no livro-razão: R$ 5,00; nos contratos: R$ 5,01',
    'Principal aplicado no livro-razão: R$ 3,00; nos contratos: R$ 3,01',
  ]);
  expect(found({ endedCents: 201 })).toEqual([
    'Resgates no livro-razão: R$ 2,00; nos contratos: R$ 2,01',
    'Principal aplicado no livro-razão: R$ 3,00; nos contratos: R$ 2,99',
  ]);
  expect(found({ taxCents: 4 })).toEqual([
    'Rendimentos líquidos no livro-razão: R$ 0,17; nos contratos: R$ 0,16',
  ]);
});

test("a difference in an account's books names the account, even without a number", () => {
  const about = (number: string | null) =>
    productDifferences(number, LEDGER, { ...BOOKS, lentCents: 0 })[0]?.about;
  expect(about('1234-5678')).toBe('Conta 1234-5678');
  expect(about(null)).toBe('Conta sem número');
});

test('an instalment marked paid without a payment is named', () => {
  expect(unpaidDifference({ number: 3, transactionId: 't1' })).toMatchObject({
    about: 'Transação t1',
    text: 'Pagou a parcela 3 de um crédito; no livro-razão não há esse pagamento',
  });
});

test('yields consumed by taxes are compared to the cent', () => {
  expect(taxedYieldsDifference({ ledgerCents: 12, bookCents: 12 })).toEqual([]);
  const [found] = taxedYieldsDifference({ ledgerCents: 12, bookCents: 13 });
  expect(found?.about).toBe('Rendimentos consumidos pelos tributos');
  expect(found?.text.replace(/\s/g, ' ')).toBe('No livro-razão: R$ 0,12; nos contratos: R$ 0,13');
});
