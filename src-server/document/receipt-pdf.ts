import { formatBoletoLine } from '#domain/account/boleto-line';
import { bankDayAndTime, formatDay } from '#domain/date';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import { formatBrl, parseDecimal } from '#domain/money';
import type { OrderKind } from '#domain/pix/words';
import type { Env } from '#server/kernel/env';
import { drawBand } from './pdf-art.ts';
import { A4, INK, openSheet, type Sheet } from './pdf-sheet.ts';
import { drawVerification, VERIFICATION_HEIGHT } from './pdf-verification.ts';
import type { ReceiptContent, ReceiptParty } from './receipt-content.ts';
import type { ReceiptOrder } from './receipt-order.ts';

type Issuer = Pick<Env, 'BRAND_NAME' | 'APP_ORIGIN' | 'SUPPORT_EMAIL'>;

/** Height of the band and widths of columns, in points. */
const BAND = 104;
const COLUMN = (A4.width - 3 * A4.margin) / 2;
const FULL_WIDTH = A4.width - 2 * A4.margin;
const NAMES_WIDTH = 150;

const ORDER_TITLES: Partial<Record<OrderKind, string>> = {
  pix: 'Comprovante de PIX',
  boleto: 'Comprovante de pagamento de boleto',
  return: 'Comprovante de devolução de PIX',
};

export const receiptTitle = ({ type, order }: Pick<ReceiptContent, 'type' | 'order'>): string =>
  (order && ORDER_TITLES[order.kind]) ?? `Comprovante de ${TRANSACTION_LABELS[type].toLowerCase()}`;

/** Deterministic, one page. */
export async function receiptPdf(content: ReceiptContent, issuer: Issuer): Promise<Uint8Array> {
  const at = new Date(content.createdAt);
  const sheet = await openSheet({
    title: `${receiptTitle(content)} · ${content.code}`,
    author: issuer.BRAND_NAME,
    at,
  });
  drawBand(sheet, issuer.BRAND_NAME, BAND);
  const value = formatBrl(parseDecimal(content.amount) ?? 0);

  let y = sheet.write(receiptTitle(content), A4.margin, BAND + 34, { face: 'display', size: 17 });
  y = sheet.write(value, A4.margin, y + 4, { face: 'display', size: 38, color: INK.serra, lineHeight: 1.2 });
  y = sheet.write(momentText(at), A4.margin, y + 2, { color: INK.muted, size: 11 });

  const top = y + 22;
  const left = writeParty(sheet, 'De', content.payer, A4.margin, top);
  const right = writeParty(sheet, 'Para', content.payee, 2 * A4.margin + COLUMN, top);

  y = Math.max(left, right) + 18;
  for (const [name, text] of factsOf(content, value, at)) y = writeFact(sheet, name, text, y);
  writeVerification(sheet, content.code, issuer);
  // Uncompressed objects: the verification page finds URL and code in the file.
  return sheet.pdf.save({ useObjectStreams: false });
}

function factsOf(content: ReceiptContent, value: string, at: Date): [name: string, text: string][] {
  return [
    ['Tipo', TRANSACTION_LABELS[content.type]],
    ['Situação', 'Concluída'],
    ['Valor', value],
    ['Data e hora', momentText(at)],
    ['Descrição', content.description],
    ...orderFacts(content.order),
    ...(content.reversesId ? [['Estorna a transação', content.reversesId] as [string, string]] : []),
    ['Número da transação', content.transactionId],
    ['Código de autenticação', content.code],
  ];
}

function orderFacts(order: ReceiptOrder | undefined): [name: string, text: string][] {
  if (!order) return [];
  const facts: [string, string | null][] = [
    ['Chave PIX', order.pixKey],
    ['ID do PIX (fim a fim)', order.endToEndId],
    ['ID do PIX devolvido', order.returned?.endToEndId ?? null],
    ['Motivo', order.returned?.reason ?? null],
    ['Linha digitável', order.line && formatBoletoLine(order.line)],
    ['Vencimento', order.dueOn && formatDay(order.dueOn)],
  ];
  return facts.flatMap(([name, text]) => (text ? [[name, text] as [string, string]] : []));
}

function momentText(at: Date): string {
  const { day, time } = bankDayAndTime(at);
  return `${formatDay(day)} às ${time} (horário de Brasília, UTC−3)`;
}

function writeParty(sheet: Sheet, role: string, party: ReceiptParty, x: number, top: number): number {
  const width = COLUMN;
  sheet.box(x, top, width, 2, INK.accent);
  let y = sheet.write(role, x, top + 12, { color: INK.muted, size: 10 });
  y = sheet.write(party.name, x, y, { face: 'strong', size: 13, width });
  const lines = [
    party.document && `${party.document.startsWith('***') ? 'CPF' : 'CNPJ'} ${party.document}`,
    party.accountNumber ? `Conta ${party.accountNumber}` : party.accountName,
    party.institution && `Instituição ${party.institution}`,
  ];
  for (const line of lines) if (line) y = sheet.write(line, x, y + 1, { size: 10.5, width });
  return y;
}

function writeFact(sheet: Sheet, name: string, text: string, top: number): number {
  sheet.box(A4.margin, top, FULL_WIDTH, 0.75, INK.border);
  sheet.write(name, A4.margin, top + 8, { color: INK.muted, size: 10.5 });
  const width = FULL_WIDTH - NAMES_WIDTH;
  return sheet.write(text, A4.margin + NAMES_WIDTH, top + 8, { face: 'strong', size: 10.5, width }) + 5;
}

function writeVerification(sheet: Sheet, code: string, { APP_ORIGIN, BRAND_NAME, SUPPORT_EMAIL }: Issuer) {
  const top = A4.height - A4.margin - VERIFICATION_HEIGHT - 26;
  drawVerification(sheet, top, { code, what: 'este comprovante', origin: APP_ORIGIN });
  sheet.write(`${BRAND_NAME} · ${SUPPORT_EMAIL}`, A4.margin, A4.height - A4.margin - 10, {
    size: 9,
    color: INK.muted,
  });
}
