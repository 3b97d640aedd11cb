import { LineCapStyle } from 'pdf-lib';
import { create } from 'qrcode';
import { A4, INK, type Sheet } from './pdf-sheet.ts';

/** Strokes of the logo, in a 64 × 64 box. */
const VALLEYS = ['M7 13C13 40 21 53 32 53S51 40 57 13', 'M19 13C22.5 29 26.5 38 32 38S41.5 29 45 13'];
/** Lines behind the band's text, in a 96 × 64 box. */
const CONTOURS = [
  'M4 12C20 38 32 58 48 58S76 38 92 12',
  'M16 12C28 32 36 47 48 47S68 32 80 12',
  'M28 12C36 26 40 36 48 36S60 26 68 12',
];

export function drawBand(sheet: Sheet, brandName: string, height: number): void {
  const { page } = sheet;
  sheet.box(0, 0, A4.width, height, INK.serra);
  for (const path of CONTOURS) {
    page.drawSvgPath(path, {
      x: A4.width - 250,
      y: A4.height + 4,
      scale: height / 50,
      borderColor: INK.onSerra,
      borderWidth: 1.6,
      borderOpacity: 0.14,
    });
  }
  const scale = 0.75;
  const top = (height - 64 * scale) / 2;
  for (const path of VALLEYS) {
    page.drawSvgPath(path, {
      x: A4.margin,
      y: A4.height - top,
      scale,
      borderColor: INK.onSerra,
      borderWidth: 6,
      borderLineCap: LineCapStyle.Round,
    });
  }
  const flower = { x: A4.margin + 32 * scale, y: A4.height - top - 17 * scale };
  page.drawCircle({ ...flower, size: 6 * scale, color: INK.flower });
  const nameAt = height / 2 - 15;
  sheet.write(brandName, A4.margin + 64 * scale + 12, nameAt, {
    face: 'display',
    size: 26,
    color: INK.onSerra,
  });
}

/** Dark on white; `side` in points includes the quiet zone. */
export function drawQrCode(sheet: Sheet, text: string, x: number, y: number, side: number): void {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const quiet = 3;
  const scale = side / (modules.size + 2 * quiet);
  let path = '';
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) path += `M${column + quiet} ${row + quiet}h1v1h-1z`;
  sheet.box(x, y, side, side, INK.onSerra);
  sheet.page.drawSvgPath(path, { x, y: A4.height - y, scale, color: INK.fg });
}
