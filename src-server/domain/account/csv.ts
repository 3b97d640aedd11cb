import type { StatementLine } from '#domain/account/statement';
import { bankDayAndTime, formatDay } from '#domain/date';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';

/** Without a BOM, spreadsheets read UTF-8 in a legacy encoding. */
const BYTE_ORDER_MARK = '\u{feff}';

/** Characters that start a formula in spreadsheets (narrow and wide forms). */
const FORMULA_START = /^[\s\0]*['=+\-@＝＋－＠]/u;
/** Where one would start if the cell's quotes counted for nothing: in a spreadsheet that separates cells by comma, or by tab. */
const INNER_FORMULA = /(?=[=+\-@＝＋－＠])(?<=[,\t\r\n][\s\0"]*)/gu;
const TEXT_MARK = "'";

/** A quoted cell (RFC 4180); an apostrophe before it disarms a formula (ASVS 1.2.10). At the cell's start it is itself escaped. */
export function csvCell(text: string): string {
  const mark = FORMULA_START.test(text) || /^[\t\r\n\0]/.test(text) ? TEXT_MARK : '';
  return `"${mark}${text.replace(INNER_FORMULA, TEXT_MARK).replaceAll('"', '""')}"`;
}

/** 123456 → '1234,56', as Brazilian spreadsheets read it. */
export const csvMoney = (cents: number): string => toDecimal(cents).replace('.', ',');

const csvRow = (cells: readonly string[]): string => `${cells.join(';')}\r\n`;

type Timed = { day: string; time: string };
/** Headings and their cells; text that people wrote needs `csvCell`. */
export type CsvColumns<Row> = readonly (readonly [heading: string, cell: (row: Row & Timed) => string])[];

export const DAY_AND_TIME: CsvColumns<unknown> = [
  ['Data', ({ day }) => formatDay(day)],
  ['Hora', ({ time }) => time],
];

export const headOf = <Row>(columns: CsvColumns<Row>): string =>
  BYTE_ORDER_MARK + csvRow(columns.map(([heading]) => heading));

export const rowsOf = <Row extends { createdAt: Date }>(
  columns: CsvColumns<Row>,
  rows: readonly Row[],
): string =>
  rows
    .map((row) => ({ ...row, ...bankDayAndTime(row.createdAt) }))
    .map((row) => csvRow(columns.map(([, cell]) => cell(row))))
    .join('');

type Line = StatementLine & { accountNumber: string };
const COLUMNS: CsvColumns<Line> = [
  ...DAY_AND_TIME,
  ['Conta', ({ accountNumber }) => accountNumber],
  ['Tipo', ({ type }) => csvCell(TRANSACTION_LABELS[type])],
  ['Descrição', ({ description }) => csvCell(description)],
  ['Nome', ({ counterparty }) => csvCell(counterparty?.name ?? '')],
  ['CPF/CNPJ', ({ counterparty }) => csvCell(counterparty?.document ?? '')],
  ['Valor', ({ amountCents }) => csvMoney(amountCents)],
  ['Saldo', ({ balanceAfterCents }) => csvMoney(balanceAfterCents)],
  ['Identificador', ({ transactionId }) => transactionId],
];

export const csvHead = (): string => headOf(COLUMNS);
export const csvRows = (lines: readonly Line[]): string => rowsOf(COLUMNS, lines);
