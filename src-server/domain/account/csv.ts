import type { StatementLine } from '#domain/account/statement';
import { bankDayAndTime, formatDay } from '#domain/date';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';

/** Without it spreadsheets read UTF-8 as the machine's old encoding. */
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

/** What a spreadsheet may take for a formula, in its narrow and wide forms, and the mark that keeps it from doing so. */
const FORMULA_START = /^[\s\0]*['=+\-@＝＋－＠]/u;
const TEXT_MARK = "'";

/**
 * Text as one cell: always quoted (RFC 4180), and with an apostrophe before what a spreadsheet would compute (ASVS 1.2.10)
 * or what begins with an apostrophe itself, so that taking one away gives the text back.
 */
export function csvCell(text: string): string {
  const safe = FORMULA_START.test(text) || /^[\t\r\n\0]/.test(text) ? TEXT_MARK + text : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Cents as a number that Brazilian spreadsheets read: 123456 → 1234,56. */
export const csvMoney = (cents: number): string => toDecimal(cents).replace('.', ',');

/** Cells, quoted where they are text, as one line of a table. */
export const csvRow = (cells: readonly string[]): string => `${cells.join(';')}\r\n`;

/** How a table begins: with the names of its columns. */
export const csvTable = (columns: readonly string[]): string => BYTE_ORDER_MARK + csvRow(columns);

/** The first line of a statement's table. */
export const csvHead = (): string => csvTable(COLUMNS);

/** Lines of a statement, each with the balance after it and the number of the account that it belongs to. */
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
