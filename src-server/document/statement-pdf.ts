import type { StatementLine } from '#domain/account/statement';
import { bankDayAndTime, formatDay } from '#domain/date';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import { formatBrl } from '#domain/money';
import { A4, INK, openSheet, type Sheet } from './pdf-sheet.ts';

/** `yieldTurn` yields between rows, since typesetting is slow. */
type Heading = {
  brandName: string;
  holder: string;
  accountNumbers: readonly string[];
  period: string;
  at: Date;
  yieldTurn: () => Promise<unknown>;
};

export const ROWS_ON_A_PAGE = 24;
const ROW_HEIGHT = 26;
const TABLE_TOP = 148;
const END = A4.width - A4.margin;
const COLUMNS = { day: A4.margin, text: A4.margin + 72, amount: END - 104, balance: END };
const LETTERS = 44;
const PERIOD_LETTERS = 60;

type Line = StatementLine & { accountNumber?: string | undefined };

/** Newest first; every page repeats the table header. */
export async function statementPdf(
  lines: readonly Line[],
  heading: Heading,
): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = await openSheet({ title: 'Extrato', author: heading.brandName, at: heading.at });
  const pages = Math.max(1, Math.ceil(lines.length / ROWS_ON_A_PAGE));
  for (let number = 1; number <= pages; number += 1) {
    if (number > 1) sheet.turn();
    writeHead(sheet, heading, `${number} de ${pages}`);
    const first = (number - 1) * ROWS_ON_A_PAGE;
    for (const [index, line] of lines.slice(first, first + ROWS_ON_A_PAGE).entries()) {
      writeRow(sheet, line, TABLE_TOP + 20 + index * ROW_HEIGHT);
      await heading.yieldTurn();
    }
  }
  return new Uint8Array(await sheet.pdf.save({ objectsPerTick: 5 }));
}

function writeHead(sheet: Sheet, { brandName, holder, accountNumbers, period, at }: Heading, place: string) {
  const { day, time } = bankDayAndTime(at);
  const muted = { size: 9, color: INK.muted };
  sheet.write('Extrato', A4.margin, 40, { face: 'display', size: 22, color: INK.serra });
  sheet.write(brandName, END, 46, { face: 'strong', size: 12, color: INK.serra, align: 'end' });
  sheet.write(fitted(holder), A4.margin, 76, { face: 'strong', size: 11 });
  sheet.write(`Conta ${accountNumbers.join(', ')}`, A4.margin, 92, muted);
  sheet.write(fitted(period, PERIOD_LETTERS), A4.margin, 106, muted);
  sheet.write(`Emitido em ${formatDay(day)} às ${time}, página ${place}`, END, 106, {
    ...muted,
    align: 'end',
  });
  sheet.box(A4.margin, 126, END - A4.margin, 1.5, INK.accent);
  sheet.write('Data', COLUMNS.day, TABLE_TOP - 14, muted);
  sheet.write('Movimentação', COLUMNS.text, TABLE_TOP - 14, muted);
  sheet.write('Valor', COLUMNS.amount, TABLE_TOP - 14, { ...muted, align: 'end' });
  sheet.write('Saldo', COLUMNS.balance, TABLE_TOP - 14, { ...muted, align: 'end' });
}

function writeRow(sheet: Sheet, line: Line, top: number): void {
  const { day, time } = bankDayAndTime(line.createdAt);
  const facts = [line.accountNumber, TRANSACTION_LABELS[line.type], line.counterparty?.name]
    .filter(Boolean)
    .join(' · ');
  const muted = { size: 8, color: INK.muted };
  sheet.box(A4.margin, top - 5, END - A4.margin, 0.5, INK.border);
  sheet.write(formatDay(day), COLUMNS.day, top, { size: 9 });
  sheet.write(time, COLUMNS.day, top + 11, muted);
  sheet.write(fitted(line.description), COLUMNS.text, top, { face: 'strong', size: 9 });
  sheet.write(fitted(facts), COLUMNS.text, top + 11, muted);
  sheet.write(formatBrl(line.amountCents), COLUMNS.amount, top, { face: 'strong', size: 9, align: 'end' });
  sheet.write(formatBrl(line.balanceAfterCents), COLUMNS.balance, top, { size: 9, align: 'end' });
}

function fitted(text: string, most = LETTERS): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}
