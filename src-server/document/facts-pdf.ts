import { bankDayAndTime, formatDay } from '#domain/date';
import { A4, INK, openSheet, type Sheet } from './pdf-sheet.ts';

export type FactSection = {
  title: string;
  note?: string | undefined;
  facts: readonly (readonly [name: string, text: string])[];
};

/** `yieldTurn` yields between facts, since typesetting is slow. */
type Heading = {
  title: string;
  brandName: string;
  holder: string;
  intro: string;
  at: Date;
  yieldTurn: () => Promise<unknown>;
};

const END = A4.width - A4.margin;
const FULL = END - A4.margin;
const NAMES = 148;
const SIZE = 10;
const LINE = SIZE * 1.4;
/** Height of a title with its note, in points. */
const HEADING = 60;
/** Upper estimate of letter width at SIZE, in points. */
const LETTER = 7;
const BOTTOM = A4.height - A4.margin - 24;
/** Longer texts are cut with an ellipsis, so that a fact fits on a page. */
const MAX_LETTERS = 1_200;

/** Deterministic: equal input gives equal bytes. */
export async function factsPdf(
  sections: readonly FactSection[],
  heading: Heading,
): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = await openSheet({ title: heading.title, author: heading.brandName, at: heading.at });
  const page = pager(sheet, heading);
  let y = writeHead(sheet, heading);
  for (const { title, note, facts } of sections) {
    // Keeps a title together with its first fact.
    y = page.roomFor(HEADING + factHeight(fitted(facts[0]?.[1] ?? '')), y);
    sheet.box(A4.margin, y, FULL, 1.5, INK.accent);
    y = sheet.write(title, A4.margin, y + 10, { face: 'display', size: 14, color: INK.serra });
    if (note) y = sheet.write(note, A4.margin, y + 2, { size: 9, color: INK.muted, width: FULL });
    y += 6;
    for (const [name, text] of facts) {
      y = writeFact(sheet, page, name, fitted(text), y);
      await heading.yieldTurn();
    }
    y += 18;
  }
  return new Uint8Array(await sheet.pdf.save({ objectsPerTick: 5 }));
}

type Pager = { roomFor: (height: number, y: number) => number };

function pager(sheet: Sheet, { title, brandName }: Heading): Pager {
  let number = 1;
  const writeFoot = () =>
    sheet.write(`${title} · ${brandName} · página ${number}`, END, A4.height - A4.margin, {
      size: 9,
      color: INK.muted,
      align: 'end',
    });
  writeFoot();
  return {
    roomFor: (height, y) => {
      if (y + height <= BOTTOM) return y;
      sheet.turn();
      number += 1;
      writeFoot();
      return A4.margin;
    },
  };
}

function writeHead(sheet: Sheet, { title, brandName, holder, intro, at }: Heading): number {
  const { day, time } = bankDayAndTime(at);
  sheet.write(brandName, END, 54, { face: 'strong', size: 12, color: INK.serra, align: 'end' });
  let y = sheet.write(title, A4.margin, 48, { face: 'display', size: 22, color: INK.serra });
  y = sheet.write(holder, A4.margin, y + 4, { face: 'strong', size: 12, width: FULL });
  y = sheet.write(`Emitido em ${formatDay(day)} às ${time} (horário de Brasília)`, A4.margin, y, {
    size: 9,
    color: INK.muted,
  });
  return sheet.write(intro, A4.margin, y + 8, { size: SIZE, width: FULL }) + 20;
}

function writeFact(sheet: Sheet, page: Pager, name: string, text: string, top: number): number {
  const width = FULL - NAMES;
  const y = page.roomFor(factHeight(text), top);
  sheet.box(A4.margin, y, FULL, 0.5, INK.border);
  const nameEnd = sheet.write(name, A4.margin, y + 5, { size: SIZE, color: INK.muted, width: NAMES - 12 });
  const textEnd = sheet.write(text, A4.margin + NAMES, y + 5, { size: SIZE, width });
  return Math.max(nameEnd, textEnd) + 4;
}

const factHeight = (text: string): number =>
  (Math.ceil((text.length * LETTER) / (FULL - NAMES)) + 1) * LINE + 8;

function fitted(text: string): string {
  const letters = [...text];
  return letters.length <= MAX_LETTERS ? text : `${letters.slice(0, MAX_LETTERS - 1).join('')}…`;
}
