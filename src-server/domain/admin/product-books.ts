import { formatBrl } from '../money.ts';
import type { Difference } from '../pix/comparison.ts';

export const PRODUCT_CHECK = 'Créditos e investimentos de cada cliente estão no livro-razão, de mesmo valor';

/** Sums of a customer's ledger entries for credits and investments, in cents, positive when money came in. */
export type ProductsInLedger = {
  disbursed: number;
  /** IOF, instalments, fines and late interest; negative when paid. */
  charged: number;
  applied: number;
  redeemed: number;
  yielded: number;
  held: number;
};

/** The same totals from the product tables, in cents. */
export type ProductsInBooks = {
  lentCents: number;
  iofCents: number;
  paidCents: number;
  investedCents: number;
  endedCents: number;
  yieldCents: number;
  taxCents: number;
};

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

export const unpaidDifference = (instalment: { number: number; transactionId: string }): Difference => ({
  check: PRODUCT_CHECK,
  about: `Transação ${instalment.transactionId}`,
  text: `Pagou a parcela ${instalment.number} de um crédito; no livro-razão não há esse pagamento`,
});

/** Yields taken entirely by taxes. */
export type TaxedYields = { ledgerCents: number; bookCents: number };

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
