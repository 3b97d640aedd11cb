import { type CsvColumns, csvCell, csvMoney, DAY_AND_TIME, headOf, rowsOf } from '#domain/account/csv';
import {
  ACCOUNT_TYPE_LABELS,
  type AccountType,
  TRANSACTION_LABELS,
  type TransactionType,
} from '#domain/ledger/words';

export type LedgerCsvRow = {
  transactionId: string;
  type: TransactionType;
  description: string;
  createdAt: Date;
  accountNumber: string;
  accountType: AccountType;
  holder: string;
  amountCents: number;
  balanceAfterCents: number;
};

const COLUMNS: CsvColumns<LedgerCsvRow> = [
  ...DAY_AND_TIME,
  ['Transação', ({ transactionId }) => transactionId],
  ['Tipo', ({ type }) => csvCell(TRANSACTION_LABELS[type])],
  ['Descrição', ({ description }) => csvCell(description)],
  ['Conta', ({ accountNumber }) => accountNumber],
  ['Tipo da conta', ({ accountType }) => csvCell(ACCOUNT_TYPE_LABELS[accountType])],
  ['Titular', ({ holder }) => csvCell(holder)],
  ['Débito', ({ amountCents }) => (amountCents < 0 ? csvMoney(-amountCents) : '')],
  ['Crédito', ({ amountCents }) => (amountCents > 0 ? csvMoney(amountCents) : '')],
  ['Saldo', ({ balanceAfterCents }) => csvMoney(balanceAfterCents)],
];

export const ledgerCsvHead = (): string => headOf(COLUMNS);
export const ledgerCsvRows = (rows: readonly LedgerCsvRow[]): string => rowsOf(COLUMNS, rows);
