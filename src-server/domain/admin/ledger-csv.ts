import { csvCell, csvMoney, csvRow, csvTable } from '#domain/account/csv';
import { bankDayAndTime, formatDay } from '#domain/date';
import {
  ACCOUNT_TYPE_LABELS,
  type AccountType,
  TRANSACTION_LABELS,
  type TransactionType,
} from '#domain/ledger/words';

const COLUMNS = [
  'Data',
  'Hora',
  'Transação',
  'Tipo',
  'Descrição',
  'Conta',
  'Tipo da conta',
  'Titular',
  'Débito',
  'Crédito',
  'Saldo',
];

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

export const ledgerCsvHead = (): string => csvTable(COLUMNS);

export const ledgerCsvRows = (rows: readonly LedgerCsvRow[]): string => rows.map(lineOf).join('');

function lineOf(row: LedgerCsvRow): string {
  const { day, time } = bankDayAndTime(row.createdAt);
  const amount = csvMoney(Math.abs(row.amountCents));
  return csvRow([
    formatDay(day),
    time,
    row.transactionId,
    csvCell(TRANSACTION_LABELS[row.type]),
    csvCell(row.description),
    row.accountNumber,
    csvCell(ACCOUNT_TYPE_LABELS[row.accountType]),
    csvCell(row.holder),
    row.amountCents < 0 ? amount : '',
    row.amountCents > 0 ? amount : '',
    csvMoney(row.balanceAfterCents),
  ]);
}
