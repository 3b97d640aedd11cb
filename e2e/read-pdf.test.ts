/** @module-tag prove */
import { PDFDocument, PDFNumber, type PDFPage, StandardFonts } from 'pdf-lib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { writeBrCode } from '../src-server/domain/pix/br-code.ts';
import { test } from './bank-test.ts';
import { type Bitmap, qrBitmap } from './code-pictures.ts';
import { everyLook } from './every-look.ts';
import { ANA } from './people.ts';

test.override('env', { SEED: 'demo' });

const PAYLOAD = writeBrCode({
  key: 'padaria@correio.example',
  name: 'Padaria do Vale',
  city: 'SANTO ANDRE',
  amountCents: 1250,
});

/** Each black pixel a rectangle, as programs that print boletos draw their codes. */
function draw(page: PDFPage, { width, height, pixels }: Bitmap, scale: number): void {
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (pixels[y * width + x] === 0)
        page.drawRectangle({ x: 60 + x * scale, y: 700 - y * scale, width: scale, height: scale });
}

/** An invoice of two A4 pages, with the code on the second; `isBroken`: the second cannot be read. */
async function invoice(isBroken: boolean): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage([595, 842]).drawText('Fatura de novembro', { x: 60, y: 760, size: 18, font });
  draw(pdf.addPage([595, 842]), qrBitmap(PAYLOAD, 1), 2);
  await pdf.flush();
  if (isBroken)
    pdf.catalog
      .Pages()
      .Kids()
      .set(1, pdf.context.register(PDFNumber.of(7)));
  return Buffer.from(await pdf.save());
}

const choose = async (page: Page, isBroken: boolean) =>
  page
    .getByLabel('Imagem ou PDF com o código')
    .first()
    .setInputFiles({
      ...{ name: 'fatura.pdf', mimeType: 'application/pdf', buffer: await invoice(isBroken) },
    });

test('the code in a PDF is read in the browser, and leads to its payment; a page that is broken has none', async ({
  login,
  visit,
}) => {
  const page = await visit(await login(ANA), { width: 360 });
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''));
  await page.goto('/client/ler');
  await page.getByText('Nenhuma câmera neste aparelho').waitFor();
  await everyLook(page, 'reading a PDF');
  await choose(page, true);
  await page.getByText(/^Nenhum código foi encontrado/).waitFor();
  await everyLook(page, 'a PDF with a broken page');
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().press('Enter');
  await choose(page, false);
  await expect
    .poll(() =>
      page
        .getByLabel('PIX copia e cola ou chave')
        .inputValue()
        .catch(() => ''),
    )
    .toBe(PAYLOAD);
  expect(sent.filter((body) => body.includes('%PDF'))).toEqual([]);
});
