import { formatBrl } from '../money.ts';
import type { Difference } from '../pix/comparison.ts';

/** What is compared of each customer's credits and investments, in the words that administrators read. */
export const PRODUCT_CHECK = 'Créditos e investimentos de cada cliente estão no livro-razão, de mesmo valor';

/** What the ledger moved on a customer's accounts for credits and investments, in cents: what the accounts gained. */
export type ProductsInLedger = {
  disbursed: number;
  /** IOF, instalments, fines and late interest: what was paid stands there with a minus. */
  charged: number;
  applied: number;
  redeemed: number;
  yielded: number;
  /** On accounts that hold principals, in all. */
  held: number;
};

/** What the customer's proposals that were paid out, paid instalments, and investments say, in cents. */
export type ProductsInBooks = {
  lentCents: number;
  iofCents: number;
  paidCents: number;
  investedCents: number;
  endedCents: number;
  yieldCents: number;
  taxCents: number;
};

/** In what a customer's credits and investments differ from what the ledger moved for them. */
export function productDifferences(
  accountNumber: string | null,
  ledger: ProductsInLedger,
  books: ProductsInBooks,
): Difference[] {
  const { lentCents, iofCents, paidCents, investedCents, endedCents, yieldCents, taxCents } = books;
  const compared: [what: string, ledgerCents: number, bookCents: number][] = [
    ['Créditos liberados', ledger.disbursed, lentCents],
    ['IOF, parcelas, multas e juros', 0 - ledger.charged, iofCents + paidCents],
    ['Aplicações', 0 - ledger.applied, investedCents],
    ['Resgates', ledger.redeemed, endedCents],
    ['Rendimentos líquidos', ledger.yielded, yieldCents - taxCents],
    ['Principal aplicado', ledger.held, investedCents - endedCents],
  ];
  return compared
    .filter(([, ledgerCents, bookCents]) => ledgerCents !== bookCents)
    .map(([what, ledgerCents, bookCents]) => ({
      check: PRODUCT_CHECK,
      about: `Conta ${accountNumber ?? 'sem número'}`,
      text: `${what} no livro-razão: ${formatBrl(ledgerCents)}; nos contratos: ${formatBrl(bookCents)}`,
    }));
}

/** A paid instalment that names a payment which the ledger has not. */
export const unpaidDifference = (instalment: { number: number; transactionId: string }): Difference => ({
  check: PRODUCT_CHECK,
  about: `Transação ${instalment.transactionId}`,
  text: `Pagou a parcela ${instalment.number} de um crédito; no livro-razão não há esse pagamento`,
});

/** Yields that IOF and income tax took whole, in cents: what of them the ledger has, and what the investments say. */
export type TaxedYields = { ledgerCents: number; bookCents: number };

/** In what yields differ of which no customer got anything. */
export const taxedYieldsDifference = ({ ledgerCents, bookCents }: TaxedYields): Difference[] =>
  ledgerCents === bookCents
    ? []
    : [
        {
          check: PRODUCT_CHECK,
          about: 'Rendimentos consumidos pelos tributos',
          text: `No livro-razão: ${formatBrl(ledgerCents)}; nos contratos: ${formatBrl(bookCents)}`,
        },
      ];
