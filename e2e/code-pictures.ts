import { crc32, deflateSync } from 'node:zlib';
import { create } from 'qrcode';

/** Grey pixels, a byte each, row after row: 0 black, 255 white. */
export type Bitmap = { width: number; height: number; pixels: Uint8Array };

const WHITE = 255;

function blank(width: number, height: number): Bitmap {
  return { width, height, pixels: new Uint8Array(width * height).fill(WHITE) };
}

function blacken({ width, pixels }: Bitmap, left: number, top: number, wide: number, high: number): void {
  for (let y = top; y < top + high; y += 1) pixels.fill(0, y * width + left, y * width + left + wide);
}

/** `scale`: pixels for each module. */
export function qrBitmap(text: string, scale = 6): Bitmap {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const quiet = 4;
  const side = (modules.size + 2 * quiet) * scale;
  const bitmap = blank(side, side);
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column))
        blacken(bitmap, (column + quiet) * scale, (row + quiet) * scale, scale, scale);
  return bitmap;
}

/** Interleaved 2 of 5: which of the five bars of a digit are wide (ISO/IEC 16390). */
const WIDE = '00110 10001 01001 11000 00101 10100 01100 00011 10010 01010'.split(' ');

/** Widths of bars and spaces, in turn, in modules. */
function itfWidths(digits: string): number[] {
  const pairs = digits.match(/../g) ?? [];
  const inside = pairs.flatMap((pair) => {
    const [bars = '', spaces = ''] = [...pair].map((digit) => WIDE[Number(digit)]);
    return [...bars].flatMap((bar, place) => [bar === '1' ? 3 : 1, spaces[place] === '1' ? 3 : 1]);
  });
  return [1, 1, 1, 1, ...inside, 3, 1, 1];
}

/** The bars of a boleto. `scale`: pixels for the narrowest. */
export function itfBitmap(digits: string, scale = 3, height = 150): Bitmap {
  const widths = itfWidths(digits).map((modules) => modules * scale);
  const quiet = 15 * scale;
  const bitmap = blank(
    widths.reduce((sum, width) => sum + width, 2 * quiet),
    height + 40,
  );
  let left = quiet;
  for (const [place, width] of widths.entries()) {
    if (place % 2 === 0) blacken(bitmap, left, 20, width, height);
    left += width;
  }
  return bitmap;
}

/** Pictures below each other, centred on white of at least this size. */
export function onPaper(parts: readonly Bitmap[], least = { width: 0, height: 0 }): Bitmap {
  const gap = 40;
  const width = Math.max(least.width, ...parts.map((part) => part.width));
  const tall = parts.reduce((sum, part) => sum + part.height + gap, gap);
  const paper = blank(width, Math.max(least.height, tall));
  let top = gap;
  for (const part of parts) {
    const left = Math.floor((width - part.width) / 2);
    for (let row = 0; row < part.height; row += 1)
      paper.pixels.set(
        part.pixels.subarray(row * part.width, (row + 1) * part.width),
        (top + row) * width + left,
      );
    top += part.height + gap;
  }
  return paper;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export function pngOf({ width, height, pixels }: Bitmap): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits of grey.
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(row * width, (row + 1) * width)]),
  );
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A film of one frame, which a fake camera repeats. Both sides of the bitmap must be even. */
export function y4mOf({ width, height, pixels }: Bitmap): Buffer {
  const colours = Buffer.alloc((width * height) / 2, 128);
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420mpeg2\nFRAME\n`),
    pixels,
    colours,
  ]);
}
