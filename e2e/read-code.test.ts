/** @module-tag prove */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { formatBoletoLine } from '../src-server/domain/account/boleto-line.ts';
import { itfBitmap, onPaper, pngOf, qrBitmap } from './code-pictures.ts';
import { everyLook } from './every-look.ts';
import { expectAccessible } from './journey.ts';
import { tabTo } from './keyboard.ts';
import {
  BARS,
  boletoBox,
  bring,
  dialog,
  FILMS,
  isFilming,
  LINE,
  PAYLOAD,
  SHOP,
  target,
  test,
  textIn,
} from './reading-codes.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Ler código' });
/** The address for which the present document was loaded. */
const documentPath = (page: Page) =>
  page.evaluate(() => new URL(performance.getEntriesByType('navigation')[0]?.name ?? '').pathname);

describe('a camera that sees the PIX code of a shop', () => {
  test('the code fills in the PIX screen without entering an address, and the next screen may not film', async ({
    arrive,
    complaints,
  }) => {
    complaints.allow(/Permissions policy violation: camera/);
    const page = await arrive('/client/pix?aba=transferir', { width: 360, film: FILMS.shop });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()} ${request.postData()}`));
    await page.getByRole('link', { name: 'Ler código' }).click();
    await expect.poll(() => textIn(target(page))).toBe(PAYLOAD);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/client/pix?aba=transferir');
    expect(asked.filter((line) => /^GET .*(000201|padaria)/.test(line))).toEqual([]);
    expect(asked.filter((line) => /\/assets\/zxing_reader/.test(line))).toHaveLength(1);
    expect(await documentPath(page)).toBe('/client/ler');

    // The document with the camera ends with the payment.
    await page.getByRole('link', { name: 'Extrato' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Extrato' }).waitFor();
    await expect.poll(() => documentPath(page)).toBe('/client/statement');
    const refused = await page.evaluate(() =>
      navigator.mediaDevices.getUserMedia({ video: true }).then(
        () => 'filmed',
        (error: DOMException) => error.name,
      ),
    );
    expect(refused).toBe('NotAllowedError');
  });
});

describe('a camera that sees the bars of a boleto', () => {
  test('the bars fill in the boleto screen with the printed line', async ({ arrive }) => {
    const page = await arrive('/client/transfers?aba=boleto', { film: FILMS.boleto });
    await page.getByRole('link', { name: 'Ler código' }).click();
    await expect.poll(() => textIn(boletoBox(page))).toBe(formatBoletoLine(LINE));
  });
});

describe('a camera that sees no code', () => {
  test.for([
    [360, 'light'],
    [1280, 'dark'],
  ] as const)(
    'at %i px, %s: the screen films while it is seen, and stops when it is left',
    async ([width, theme], { arrive }) => {
      const page = await arrive('/client/ler', { width, theme, film: FILMS.nothing });
      await title(page).waitFor();
      await expect.poll(() => isFilming(page)).toBe(true);
      await page.getByText('Aponte a câmera para o QR Code').waitFor();
      await page.getByText('nenhuma imagem é enviada').waitFor();
      await expectAccessible(page, `reading, ${width} px, ${theme}`);
      await page.evaluate(() => {
        const stream = document.querySelector('video')?.srcObject as MediaStream | null;
        const track = stream?.getVideoTracks()[0];
        Object.assign(globalThis, { track });
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      const ended = () => page.evaluate(() => (globalThis as { track?: MediaStreamTrack }).track?.readyState);
      await expect.poll(ended).toBe('ended');
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: false, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await expect.poll(() => isFilming(page)).toBe(true);
    },
  );

  test('arriving by a link within another document loads one that may film', async ({ arrive }) => {
    const page = await arrive('/client/dashboard', { film: FILMS.nothing });
    await page.getByRole('button', { name: 'Buscar', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').pressSequentially('ler cod');
    await page.getByRole('option', { name: 'Ler código' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => isFilming(page).catch(() => false)).toBe(true);
    expect(await documentPath(page)).toBe('/client/ler');
  });

  test('without permission the screen says where it is given, and a picture is the way out', async ({
    arrive,
  }) => {
    const page = await arrive('/client/ler', { film: FILMS.nothing, mayFilm: false, width: 360 });
    await page.getByText('A câmera não está permitida').waitFor();
    await page.getByText(/^Permita a câmera nas configurações do navegador/).waitFor();
    await expectAccessible(page, 'reading, not permitted');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByText('A câmera não está permitida').waitFor();
    await chooseFile(page, 'Escolher imagem ou PDF', SHOP);
    await expect.poll(() => textIn(target(page))).toBe(PAYLOAD);
  });
});

describe('a desk without a camera', () => {
  test('the picture comes first, and is chosen by keyboard alone', async ({ arrive }) => {
    const page = await arrive('/client/ler');
    await page.getByText('Nenhuma câmera neste aparelho').waitFor();
    const tops = await page
      .locator('main .chakra-card__root')
      .evaluateAll((cards) => cards.map((card) => [card.getBoundingClientRect().top, card.textContent]));
    const [first] = tops.sort(([one], [other]) => Number(one) - Number(other));
    expect(first?.[1]).toContain('Escolher imagem ou PDF');
    await expectAccessible(page, 'reading, no camera');
    await tabTo(page, 'button', 'Escolher imagem ou PDF');
    await giveFile(page, () => page.keyboard.press('Enter'), SHOP);
    await expect.poll(() => textIn(target(page))).toBe(PAYLOAD);
    await page.getByText('Código lido', { exact: true }).waitFor();
  });

  test('a picture with two codes, dropped on any screen, asks which one to pay', async ({ arrive }) => {
    const page = await arrive('/client/dashboard', { width: 360, theme: 'dark' });
    await page.getByRole('heading', { name: 'Transações recentes' }).waitFor();
    await bring(page, 'drop', pngOf(onPaper([qrBitmap(PAYLOAD), itfBitmap(BARS)])));
    await dialog(page).getByText('2 códigos encontrados: escolha qual pagar.').waitFor();
    await expectAccessible(page, 'reading, two codes');
    await dialog(page)
      .getByRole('button', { name: /^PIX de R\$\s12,50 para Padaria do Vale/ })
      .waitFor();
    await dialog(page)
      .getByRole('button', { name: /^Boleto de R\$\s214,03/ })
      .click();
    await expect.poll(() => textIn(boletoBox(page))).toBe(formatBoletoLine(LINE));
    expect(await dialog(page).count()).toBe(0);
  });

  test('a picture pasted over the palette, or into the boleto field, leads to the PIX screen', async ({
    arrive,
  }) => {
    const page = await arrive('/client/transfers?aba=boleto');
    await boletoBox(page).focus();
    await bring(page, 'paste', SHOP);
    await expect.poll(() => textIn(target(page))).toBe(PAYLOAD);
    await everyLook(page, 'a pasted picture, read');

    await page.goto('/client/statement');
    await page.getByRole('button', { name: 'Buscar', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Ir para' }).getByRole('combobox').waitFor();
    await bring(page, 'paste', SHOP);
    await expect.poll(() => textIn(target(page))).toBe(PAYLOAD);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test.for([
    ['a blank picture', pngOf(FILMS.nothing), 'image/png', /^Nenhum código foi encontrado/],
    ['another code', pngOf(qrBitmap('https://cardapio.example')), 'image/png', /não é de PIX nem de boleto/],
    [
      'a code with a wrong digit',
      pngOf(qrBitmap(PAYLOAD.replace('Vale', 'Sale'))),
      'image/png',
      /^Código PIX inválido/,
    ],
    ['something else', Buffer.from('a text'), 'text/plain', /^Não foi possível abrir este arquivo/],
    [
      'a broken PDF',
      Buffer.from('%PDF-1.7\nbroken'),
      'application/pdf',
      /^Não foi possível abrir este arquivo/,
    ],
  ] as const)(
    '%s opens nothing, says why, and another picture can be chosen',
    async ([, file, type, fault], { arrive }) => {
      const page = await arrive('/client/dashboard');
      await page.getByRole('heading', { name: 'Transações recentes' }).waitFor();
      await bring(page, 'drop', file, type);
      await dialog(page).getByText(fault).waitFor();
      await expectAccessible(page, `reading, ${fault}`);
      await chooseFile(page, 'Escolher outro arquivo', SHOP);
      await expect.poll(() => textIn(target(page))).toBe(PAYLOAD);
    },
  );
});

const chooseFile = (page: Page, button: string, buffer: Buffer): Promise<void> =>
  giveFile(page, () => page.getByRole('button', { name: button }).click(), buffer);

/** Chromium opens no chooser if the input is rendered anew in the same moment, so the button is pressed again. */
async function giveFile(page: Page, press: () => Promise<void>, buffer: Buffer): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const opened = page.waitForEvent('filechooser', { timeout: 10_000 });
    const outcome = opened.catch((error: unknown) => (tries < 5 ? null : Promise.reject(error)));
    await press();
    const chooser = await outcome;
    if (chooser) return chooser.setFiles({ name: 'foto.png', mimeType: 'image/png', buffer });
  }
}
