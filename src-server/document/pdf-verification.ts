import { addressOf } from '#domain/places';
import { drawQrCode } from './pdf-art.ts';
import { A4, INK, type Sheet } from './pdf-sheet.ts';

export const VERIFICATION_HEIGHT = 132;

const FULL = A4.width - 2 * A4.margin;

/** A box with a QR code and link to the page that verifies a document. `what`: such as 'este contrato'. */
export function drawVerification(
  sheet: Sheet,
  top: number,
  { code, what, origin }: { code: string; what: string; origin: string },
): void {
  const address = origin + addressOf('/verificar/$code', {}, { code });
  sheet.box(A4.margin, top, FULL, VERIFICATION_HEIGHT, INK.mist);
  drawQrCode(sheet, address, A4.margin + 12, top + 12, VERIFICATION_HEIGHT - 24);
  const x = A4.margin + VERIFICATION_HEIGHT + 8;
  const width = FULL - VERIFICATION_HEIGHT - 24;
  const titleEnd = sheet.write('Confira se é genuíno', x, top + 16, { face: 'display', size: 14 });
  const textEnd = sheet.write(
    `Aponte a câmera para o código ao lado ou abra o endereço abaixo. A página diz se ${what} foi feito pelo banco e compara o arquivo com o original.`,
    x,
    titleEnd + 3,
    { size: 10, width, color: INK.muted },
  );
  const end = sheet.write(address, x, textEnd + 6, { face: 'strong', size: 10, width, color: INK.serra });
  sheet.link(address, x, textEnd + 6, width, end - textEnd - 6);
}
