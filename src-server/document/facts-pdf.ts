import { bankDayAndTime, formatDay } from '#domain/date';
import { A4, INK, openSheet, type Sheet } from './pdf-sheet.ts';

/** What is told under one title: names with their texts, and what is to be known about all of it. */
export type FactSection = {
  title: string;
  note?: string | undefined;
  facts: readonly (readonly [name: string, text: string])[];
};

/** What stands above; `breathe` lets others have their turn between two facts: setting text is slow. */
type Heading = {
  title: string;
  brandName: string;
  holder: string;
  intro: string;
  at: Date;
  breathe: () => Promise<unknown>;
};

const END = A4.width - A4.margin;
const FULL = END - A4.margin;
const NAMES = 148;
const SIZE = 10;
const LINE = SIZE * 1.4;
/** The room for a title and its note. */
const HEADING = 60;
/** A generous width of one letter at SIZE: a text is given the room that it needs at most. */
const LETTER = 7;
const BOTTOM = A4.height - A4.margin - 24;
/** Longer texts end in an ellipsis, so that each has its place on a page. */
const MAX_LETTERS = 1_200;

/** Facts under their titles, on as many pages as they need. Equal facts and moments make equal bytes. */
export async function factsPdf(
  sections: readonly FactSection[],
  heading: Heading,
): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = await openSheet({ title: heading.title, author: heading.brandName, at: heading.at });
  const page = pager(sheet, heading);
  let y = writeHead(sheet, heading);
  for (const { title, note, facts } of sections) {
    // A title stands with its first fact.
    y = page.roomFor(HEADING + factHeight(fitted(facts[0]?.[1] ?? '')), y);
    sheet.box(A4.margin, y, FULL, 1.5, INK.accent);
    y = sheet.write(title, A4.margin, y + 10, { face: 'display', size: 14, color: INK.serra });
    if (note) y = sheet.write(note, A4.margin, y + 2, { size: 9, color: INK.muted, width: FULL });
    y += 6;
    for (const [name, text] of facts) {
      y = writeFact(sheet, page, name, fitted(text), y);
      await heading.breathe();
    }
    y += 18;
  }
  return new Uint8Array(await sheet.pdf.save({ objectsPerTick: 5 }));
}

type Pager = { roomFor: (height: number, y: number) => number };

/** Goes on on a new page, numbered, when what comes has no room below `y`; hands back where it may start. */
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

/** The room in points that a fact needs at most. */
const factHeight = (text: string): number =>
  (Math.ceil((text.length * LETTER) / (FULL - NAMES)) + 1) * LINE + 8;

function fitted(text: string): string {
  const letters = [...text];
  return letters.length <= MAX_LETTERS ? text : `${letters.slice(0, MAX_LETTERS - 1).join('')}…`;
}
