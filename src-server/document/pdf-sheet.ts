import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit from '@cantoo/fontkit';
import { PDFDocument, type PDFFont, type PDFPage, PDFString, type RGB, rgb } from 'pdf-lib';

const require = createRequire(import.meta.url);
const typeface = (file: string) => readFileSync(require.resolve(`@expo-google-fonts/${file}`));
const TYPEFACES = {
  text: typeface('atkinson-hyperlegible-next/400Regular/AtkinsonHyperlegibleNext_400Regular.ttf'),
  strong: typeface('atkinson-hyperlegible-next/600SemiBold/AtkinsonHyperlegibleNext_600SemiBold.ttf'),
  display: typeface('familjen-grotesk/700Bold/FamiljenGrotesk_700Bold.ttf'),
};
export type Typeface = keyof typeof TYPEFACES;

/** In points. */
export const A4 = { width: 595.28, height: 841.89, margin: 48 };

const hex = (color: number): RGB =>
  rgb(((color >> 16) & 255) / 255, ((color >> 8) & 255) / 255, (color & 255) / 255);
export const INK = {
  serra: hex(0x0b4f4a),
  onSerra: hex(0xffffff),
  onSerraMuted: hex(0xc7deda),
  flower: hex(0xf27db4),
  accent: hex(0xb3246f),
  fg: hex(0x0b1f1c),
  muted: hex(0x47605a),
  border: hex(0xc9d4d1),
  mist: hex(0xf2f5f4),
};

export type TextStyle = {
  face?: Typeface;
  size?: number;
  color?: RGB;
  width?: number;
  lineHeight?: number;
  /** `end`: `x` is the right edge. */
  align?: 'start' | 'end';
};

/** A4 pages; `y` is in points from the top edge. */
export type Sheet = {
  pdf: PDFDocument;
  page: PDFPage;
  /** Writes text with its top edge at `y`; returns the `y` below it. */
  write: (text: string, x: number, y: number, style?: TextStyle) => number;
  box: (x: number, y: number, width: number, height: number, color: RGB) => void;
  link: (address: string, x: number, y: number, width: number, height: number) => void;
  turn: () => void;
};

/** Deterministic: equal content gives equal bytes. */
export async function openSheet(about: { title: string; author: string; at: Date }): Promise<Sheet> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.registerFontkit(fontkit);
  pdf.setTitle(about.title, { showInWindowTitleBar: true });
  pdf.setAuthor(about.author);
  pdf.setCreator(about.author);
  pdf.setProducer(about.author);
  pdf.setLanguage('pt-BR');
  pdf.setCreationDate(about.at);
  pdf.setModificationDate(about.at);
  const embed = (face: Typeface) =>
    pdf.embedFont(TYPEFACES[face], { subset: true, features: { tnum: true, liga: false } });
  const fonts = { text: await embed('text'), strong: await embed('strong'), display: await embed('display') };
  let page = pdf.addPage([A4.width, A4.height]);
  return {
    pdf,
    get page() {
      return page;
    },
    turn: () => {
      page = pdf.addPage([A4.width, A4.height]);
    },
    write: (
      text,
      x,
      y,
      { face = 'text', size = 10, color = INK.fg, width, lineHeight = 1.4, align } = {},
    ) => {
      const font = fonts[face];
      const shown = drawable(text, font);
      const lines = width ? brokenLines(shown, font, size, width) : [shown];
      for (const [index, line] of lines.entries()) {
        const baseline = A4.height - y - size - index * size * lineHeight;
        const start = align === 'end' ? x - font.widthOfTextAtSize(line, size) : x;
        page.drawText(line, { x: start, y: baseline, size, font, color });
      }
      return y + lines.length * size * lineHeight;
    },
    box: (x, y, width, height, color) =>
      page.drawRectangle({ x, y: A4.height - y - height, width, height, color }),
    link: (address, x, y, width, height) => {
      const annotation = pdf.context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [x, A4.height - y - height, x + width, A4.height - y],
        Border: [0, 0, 0],
        A: { Type: 'Action', S: 'URI', URI: PDFString.of(address) },
      });
      page.node.addAnnot(pdf.context.register(annotation));
    },
  };
}

const sets = new WeakMap<PDFFont, ReadonlySet<number>>();

/** Replaces signs that the typeface lacks by '?', and drops those that only shape others: either breaks the shaping of later texts. */
function drawable(text: string, font: PDFFont): string {
  const known = sets.get(font) ?? new Set(font.getCharacterSet());
  sets.set(font, known);
  return text.normalize('NFC').replace(/[^\x20-\x7e]/gu, (sign) => {
    if (/\p{Cf}/u.test(sign)) return '';
    return known.has(sign.codePointAt(0) ?? 0) || /\s/.test(sign) ? sign : '?';
  });
}

/** Words longer than a line are split. */
export function brokenLines(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const add = (part: string, partWidth: number, gap: string, gapWidth: number) => {
    if (line !== '' && used + gapWidth + partWidth > width) {
      lines.push(line);
      [line, used] = ['', 0];
    }
    used += partWidth + (line === '' ? 0 : gapWidth);
    line += line === '' ? part : gap + part;
  };
  // Words are measured once; measuring whole lines per word dominated the cost.
  const measure = (part: string) => font.widthOfTextAtSize(part, size);
  const spaceWidth = measure(' ');
  for (const word of text.split(/\s+/)) {
    const wordWidth = measure(word);
    if (wordWidth <= width) add(word, wordWidth, ' ', spaceWidth);
    else
      for (const [at, letter] of [...word].entries())
        add(letter, measure(letter), at === 0 ? ' ' : '', at === 0 ? spaceWidth : 0);
  }
  return [...lines, line];
}
