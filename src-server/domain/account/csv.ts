import type { StatementLine } from '#domain/account/statement';
import { bankDayAndTime, formatDay } from '#domain/date';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';

/** Without a BOM, spreadsheets read UTF-8 in a legacy encoding. */
const BYTE_ORDER_MARK = '\u{feff}';

const COLUMNS = [
  'Data',
  'Hora',
  'Conta',
  'Tipo',
  'Descrição',
  'Nome',
  'CPF/CNPJ',
  'Valor',
  'Saldo',
  'Identificador',
];

/** Characters that start a formula in spreadsheets (narrow and wide forms). */
const FORMULA_START = /^[\s\0]*['=+\-@＝＋－＠]/u;
const TEXT_MARK = "'";

/** A quoted cell (RFC 4180); an apostrophe prefix disarms formulas (ASVS 1.2.10) and is itself escaped. */
export function csvCell(text: string): string {
  const safe = FORMULA_START.test(text) || /^[\t\r\n\0]/.test(text) ? TEXT_MARK + text : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** 123456 → '1234,56', as Brazilian spreadsheets read it. */
export const csvMoney = (cents: number): string => toDecimal(cents).replace('.', ',');

export const csvRow = (cells: readonly string[]): string => `${cells.join(';')}\r\n`;

export const csvTable = (columns: readonly string[]): string => BYTE_ORDER_MARK + csvRow(columns);

export const csvHead = (): string => csvTable(COLUMNS);

export function csvRows(lines: readonly (StatementLine & { accountNumber: string })[]): string {
  return lines
    .map((line) => {
      const { day, time } = bankDayAndTime(line.createdAt);
      return csvRow([
        formatDay(day),
        time,
        line.accountNumber,
        csvCell(TRANSACTION_LABELS[line.type]),
        csvCell(line.description),
        csvCell(line.counterparty?.name ?? ''),
        csvCell(line.counterparty?.document ?? ''),
        csvMoney(line.amountCents),
        csvMoney(line.balanceAfterCents),
        line.transactionId,
      ]);
    })
    .join('');
}
