/** @module-tag prove */
import { PDFDocument, PDFName, PDFNumber, type PDFPage, StandardFonts } from 'pdf-lib';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { formatBoletoLine } from '../src-server/domain/account/boleto-line.ts';
import { type Bitmap, itfBitmap, onPaper, pngOf, qrBitmap } from './code-pictures.ts';
import { everyLook } from './every-look.ts';
import {
  BARS,
  boletoBox,
  bring,
  isFilming,
  isTakingFiles,
  LINE,
  PAYLOAD,
  target,
  test,
  textIn,
} from './reading-codes.ts';

type Filmed = { id: string | undefined; state: string; hasLight: boolean };

/** What the video shows now, by the browser. */
const filmed = (page: Page): Promise<Filmed> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const [track] = (video.srcObject as MediaStream).getVideoTracks();
    return {
      id: track?.getSettings().deviceId,
      state: String(track?.readyState),
      hasLight: 'torch' in (track?.getCapabilities() ?? {}),
    };
  });

/** Gives the first camera that is opened a light. Chromium's cameras have none; the switches that are asked for are kept. */
function giveLight(): void {
  const asked: unknown[] = [];
  Object.assign(globalThis, { asked });
  const { getCapabilities, applyConstraints } = MediaStreamTrack.prototype;
  let lit: string | undefined;
  MediaStreamTrack.prototype.getCapabilities = function capabilities() {
    const own = getCapabilities.call(this);
    lit ??= own.deviceId;
    return own.deviceId === lit ? { ...own, torch: true } : own;
  };
  MediaStreamTrack.prototype.applyConstraints = function apply(wanted) {
    const [first] = wanted?.advanced ?? [];
    if (!first || !('torch' in first)) return applyConstraints.call(this, wanted);
    asked.push(first.torch);
    return Promise.resolve();
  };
}

describe('two cameras', () => {
  const change = (page: Page) => page.getByRole('button', { name: 'Trocar de câmera' });
  const light = (page: Page) => page.getByRole('button', { name: /^(Acender|Apagar) a luz$/ });
  async function film(page: Page): Promise<Filmed> {
    await expect.poll(() => isFilming(page).catch(() => false)).toBe(true);
    return filmed(page);
  }

  test('the camera can be changed and changed back, and no light is offered where there is none', async ({
    arrive,
  }) => {
    const page = await arrive('/client/ler', { deviceCount: 2, width: 360 });
    const first = await film(page);
    expect(first).toMatchObject({ state: 'live', hasLight: false });
    expect(await light(page).count()).toBe(0);
    await page.evaluate(() => {
      const stream = document.querySelector('video')?.srcObject as MediaStream;
      Object.assign(globalThis, { before: stream.getVideoTracks()[0] });
    });
    await change(page).press('Enter');
    await expect.poll(async () => (await filmed(page)).id).not.toBe(first.id);
    expect(await film(page)).toMatchObject({ state: 'live' });
    const before = () =>
      page.evaluate(() => (globalThis as { before?: MediaStreamTrack }).before?.readyState);
    expect(await before()).toBe('ended');
    await everyLook(page, 'reading, two cameras');
    await change(page).press('Enter');
    await expect.poll(async () => (await filmed(page)).id).toBe(first.id);
  });

  test('a camera’s light is lit and put out, and is off again after a change of camera', async ({
    arrive,
  }) => {
    const page = await arrive('/client/dashboard', { deviceCount: 2, width: 360 });
    await page.addInitScript(giveLight);
    await page.goto('/client/ler');
    await film(page);
    const pressed = () => light(page).getAttribute('aria-pressed');
    expect(await pressed()).toBe('false');
    await page.getByRole('button', { name: 'Acender a luz' }).press('Enter');
    await page.getByRole('button', { name: 'Apagar a luz' }).waitFor();
    expect(await pressed()).toBe('true');
    await page.getByRole('button', { name: 'Apagar a luz' }).press('Enter');
    await page.getByRole('button', { name: 'Acender a luz' }).press('Enter');
    await page.getByRole('button', { name: 'Apagar a luz' }).waitFor();
    expect(await page.evaluate(() => (globalThis as { asked?: unknown[] }).asked)).toEqual([
      true,
      false,
      true,
    ]);
    await change(page).press('Enter');
    await light(page).waitFor({ state: 'detached' });
    await film(page);
    await change(page).press('Enter');
    await light(page).waitFor();
    expect(await pressed()).toBe('false');
  });
});

test('one camera offers no change', async ({ arrive }) => {
  const page = await arrive('/client/ler', { deviceCount: 1 });
  await expect.poll(() => isFilming(page).catch(() => false)).toBe(true);
  expect(await page.getByRole('button', { name: 'Trocar de câmera' }).count()).toBe(0);
});

test('the bars of a boleto in a pasted picture lead to its payment', async ({ arrive }) => {
  const page = await arrive('/client/statement');
  await bring(page, 'paste', pngOf(onPaper([itfBitmap(BARS)])));
  await expect.poll(() => textIn(boletoBox(page))).toBe(formatBoletoLine(LINE));
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

/** Nine forms, each of which draws the next one ten times: a billion rectangles in 3 kB. */
async function endless(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const { context } = pdf;
  const F = PDFName.of('F');
  const { node } = pdf.addPage([300, 300]);
  const box = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 300, 300] };
  let drawing = context.register(context.stream('0 0 5 5 re f', box));
  for (let level = 0; level < 9; level += 1) {
    const Resources = { XObject: context.obj({ F: drawing }) };
    drawing = context.register(context.stream('/F Do '.repeat(10), { ...box, Resources }));
  }
  node.setXObject(F, drawing);
  node.addContentStream(context.register(context.stream('/F Do')));
  return Buffer.from(await pdf.save());
}

const choose = (page: Page, buffer: Buffer) =>
  page
    .getByLabel('Imagem ou PDF com o código')
    .first()
    .setInputFiles({ name: 'fatura.pdf', mimeType: 'application/pdf', buffer });

test('the code in a PDF is read in the browser, and leads to its payment; a page that is broken has none', async ({
  arrive,
}) => {
  const page = await arrive('/client/ler', { width: 360 });
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''));
  await page.getByText('Nenhuma câmera neste aparelho').waitFor();
  await everyLook(page, 'reading a PDF');
  await choose(page, await invoice(true));
  await page.getByText(/^Nenhum código foi encontrado/).waitFor();
  await everyLook(page, 'a PDF with a broken page');
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().press('Enter');
  await choose(page, await invoice(false));
  await expect.poll(() => textIn(target(page))).toBe(PAYLOAD);
  expect(sent.filter((body) => body.includes('%PDF'))).toEqual([]);
});

test('a PDF that is never drawn to its end is given up when its dialog is closed, and after ten seconds', async ({
  arrive,
}) => {
  const page = await arrive('/client/ler', { width: 360 });
  await page.getByText('Nenhuma câmera neste aparelho').waitFor();
  const close = page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last();
  const workers = () => page.workers().length;
  const before = workers();
  await choose(page, await endless());
  await expect.poll(workers).toBe(before + 2);
  await close.click();
  await expect.poll(workers).toBe(before);
  await choose(page, await endless());
  await page.getByText(/^Não foi possível abrir este arquivo/).waitFor();
  await expect.poll(workers).toBe(before);
});

test('text pasted beside every field is paid if it is a code, explained if it is a broken one, and else left alone', async ({
  arrive,
}) => {
  const page = await arrive('/client/pix', { width: 360 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('tab', { name: 'Minhas Chaves' }).waitFor();
  await page.waitForFunction(isTakingFiles);
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+V');
  };
  await paste('feijão, arroz e café');
  await paste(PAYLOAD.replace('Vale', 'Sale'));
  await page.getByText('Código não lido', { exact: true }).waitFor();
  await page.getByText(/^Código PIX inválido/).waitFor();
  expect(new URL(page.url()).search).toBe('');

  await paste(PAYLOAD);
  await expect.poll(() => textIn(target(page))).toBe(PAYLOAD);
  expect(page.url()).not.toMatch(/000201/);
  await page.getByRole('tab', { name: 'Minhas Chaves' }).click();
  await paste(formatBoletoLine(LINE));
  await expect.poll(() => textIn(boletoBox(page))).toBe(formatBoletoLine(LINE));

  // A field keeps what is pasted into it.
  await boletoBox(page).fill('');
  await boletoBox(page).focus();
  await paste(PAYLOAD);
  await expect.poll(() => textIn(boletoBox(page))).not.toBe('');
  expect(new URL(page.url()).pathname).toBe('/client/transfers');
});
