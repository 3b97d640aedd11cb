import { setImmediate as yieldTurn } from 'node:timers/promises';
import type { ContractContent } from '#domain/contract/content';
import { CONTRACT_TYPE_LABELS } from '#domain/contract/words';
import { bankDayAndTime, formatDay } from '#domain/date';
import { drawBand } from '#server/document/pdf-art';
import { A4, INK, openSheet, type Sheet } from '#server/document/pdf-sheet';
import { drawVerification, VERIFICATION_HEIGHT } from '#server/document/pdf-verification';
import type { Env } from '#server/kernel/env';
import type { Evidence } from './evidence.ts';

type Issuer = Pick<Env, 'BRAND_NAME' | 'APP_ORIGIN' | 'SUPPORT_EMAIL'>;

const BAND = 92;
const END = A4.width - A4.margin;
const FULL = END - A4.margin;
const NAMES = 170;
const BOTTOM = A4.height - A4.margin - 26;
/** Upper estimate of letter width at size 10, in points. */
const LETTER = 6;
const ROW = 18;
/** Keeps 64 hexadecimal digits on one line, for searching and copying. */
const HASH_SIZE = 8;

/** `roomFor` starts a new page if needed. */
type Flow = { sheet: Sheet; y: number; roomFor: (height: number) => void };

/** Deterministic: equal input gives equal bytes. */
export async function contractPdf(
  content: ContractContent,
  evidence: Evidence,
  issuer: Issuer,
): Promise<Uint8Array> {
  const at = new Date(evidence.signedAt);
  const title = `${content.title} · ${evidence.verificationCode}`;
  const sheet = await openSheet({ title, author: issuer.BRAND_NAME, at });
  const flow = openFlow(sheet, evidence.verificationCode, issuer);
  drawBand(sheet, issuer.BRAND_NAME, BAND);
  flow.y = sheet.write(content.title, A4.margin, BAND + 28, { face: 'display', size: 20, width: FULL });
  flow.y = sheet.write(
    `Contrato de ${CONTRACT_TYPE_LABELS[content.type].toLowerCase()} · texto ${content.textVersion} · feito em ${formatDay(content.madeOn)}`,
    A4.margin,
    flow.y + 2,
    { color: INK.muted },
  );
  for (const party of content.parties) {
    heading(flow, party.role);
    fact(flow, 'Nome', party.name);
    if (party.document) fact(flow, 'CPF/CNPJ', party.document);
    if (party.address) fact(flow, 'Endereço', party.address);
    fact(flow, 'E-mail', party.email);
  }
  heading(flow, 'Condições');
  for (const { name, text } of content.terms) fact(flow, name, text);
  await schedule(flow, content.schedule);
  heading(flow, 'Cláusulas');
  for (const [index, clause] of content.clauses.entries()) {
    paragraph(flow, `${index + 1}. ${clause.title}`, { strong: true });
    paragraph(flow, clause.text);
    await yieldTurn();
  }
  evidencePage(flow, evidence, issuer);
  return sheet.pdf.save({ useObjectStreams: false, objectsPerTick: 5 });
}

function openFlow(sheet: Sheet, code: string, { BRAND_NAME }: Issuer): Flow {
  let number = 1;
  const writeFoot = () => {
    const y = A4.height - A4.margin;
    sheet.write(code, A4.margin, y, { size: 9, color: INK.muted });
    sheet.write(`${BRAND_NAME} · página ${number}`, END, y, { size: 9, color: INK.muted, align: 'end' });
  };
  writeFoot();
  const flow: Flow = {
    sheet,
    y: A4.margin,
    roomFor: (height) => {
      if (flow.y + height <= BOTTOM) return;
      sheet.turn();
      number += 1;
      writeFoot();
      flow.y = A4.margin;
    },
  };
  return flow;
}

const heightOf = (text: string, width: number): number =>
  (Math.ceil((text.length * LETTER) / width) + 1) * 14;

function heading(flow: Flow, title: string): void {
  flow.roomFor(80);
  flow.sheet.box(A4.margin, flow.y + 14, FULL, 1.5, INK.accent);
  flow.y =
    flow.sheet.write(title, A4.margin, flow.y + 22, { face: 'display', size: 14, color: INK.serra }) + 2;
}

function fact(flow: Flow, name: string, text: string, size = 10): void {
  const width = FULL - NAMES;
  flow.roomFor(heightOf(text, width) + 8);
  flow.sheet.box(A4.margin, flow.y, FULL, 0.5, INK.border);
  const top = flow.y + 5;
  const nameEnd = flow.sheet.write(name, A4.margin, top, { color: INK.muted, width: NAMES - 12 });
  const textEnd = flow.sheet.write(text, A4.margin + NAMES, top, { face: 'strong', width, size });
  flow.y = Math.max(nameEnd, textEnd) + 4;
}

function paragraph(flow: Flow, text: string, { strong = false } = {}): void {
  flow.roomFor(heightOf(text, FULL) + (strong ? 30 : 6));
  flow.y = flow.sheet.write(text, A4.margin, flow.y + (strong ? 8 : 1), {
    face: strong ? 'strong' : 'text',
    width: FULL,
    lineHeight: 1.45,
  });
}

async function schedule(flow: Flow, table: ContractContent['schedule']): Promise<void> {
  if (!table) return;
  heading(flow, 'Parcelas');
  paragraph(flow, table.note);
  flow.y += 8;
  const columnEnd = (index: number) => A4.margin + ((index + 1) * FULL) / table.columns.length;
  const line = (cells: readonly string[], isHead: boolean) => {
    const face = isHead ? 'strong' : 'text';
    for (const [index, cell] of cells.entries())
      flow.sheet.write(cell, columnEnd(index), flow.y + 4, { size: 9, face, align: 'end' });
    flow.sheet.box(A4.margin, flow.y + ROW - 1, FULL, isHead ? 1 : 0.5, isHead ? INK.serra : INK.border);
    flow.y += ROW;
  };
  line(table.columns, true);
  for (const row of table.rows) {
    const before = flow.y;
    flow.roomFor(ROW);
    if (flow.y < before) line(table.columns, true);
    line(row, false);
    await yieldTurn();
  }
}

function evidencePage(flow: Flow, evidence: Evidence, { APP_ORIGIN }: Issuer): void {
  flow.y = BOTTOM;
  flow.roomFor(100);
  const { sheet } = flow;
  flow.y = sheet.write('Evidências da assinatura', A4.margin, flow.y, { face: 'display', size: 20 });
  paragraph(
    flow,
    'Assinatura eletrônica por código de uso único enviado ao e-mail do signatário, aceita pelas partes (MP 2.200-2/2001, art. 10, § 2º; Lei 14.063/2020, art. 4º). O código só vale para este contrato e para este conteúdo.',
  );
  flow.y += 8;
  for (const [name, text, size] of evidenceFacts(evidence)) fact(flow, name, text, size);
  flow.roomFor(VERIFICATION_HEIGHT + 20);
  const shown = { code: evidence.verificationCode, what: 'este contrato', origin: APP_ORIGIN };
  drawVerification(sheet, flow.y + 12, shown);
}

const evidenceFacts = (evidence: Evidence): [name: string, text: string, size?: number][] => [
  ['Signatário', evidence.signer],
  ['CPF/CNPJ', evidence.document],
  ['Assinado em', momentText(evidence.signedAt)],
  ['Endereço IP', evidence.ip],
  ['Dispositivo', evidence.device],
  ['Navegador', evidence.userAgent],
  ['E-mail que recebeu o código', evidence.sentTo],
  ['Código enviado em', momentText(evidence.codeSentAt)],
  ['Identificação do código', evidence.codeId],
  ['Tentativas', String(evidence.tries)],
  ['Identificação do contrato', evidence.contractId],
  ['Versão do texto', evidence.textVersion],
  ['SHA-256 do conteúdo', evidence.contentSha256, HASH_SIZE],
  ['Código de verificação', evidence.verificationCode],
];

function momentText(moment: string): string {
  const { day, time } = bankDayAndTime(new Date(moment));
  return `${formatDay(day)} às ${time} (horário de Brasília, UTC−3)`;
}
