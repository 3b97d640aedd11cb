import type { Page } from 'playwright-core';
import { readBoleto } from '../src-server/domain/account/boleto.ts';
import { writeBrCode } from '../src-server/domain/pix/br-code.ts';
import { test as base } from './bank-test.ts';
import { openPage } from './browser.ts';
import { itfBitmap, onPaper, pngOf, qrBitmap } from './code-pictures.ts';
import { type Camera, launchWithCamera } from './fake-camera.ts';
import { ANA } from './people.ts';
import { cookiesOf } from './script.ts';

base.override('env', { SEED: 'demo' });

export const LINE = '10492006506100010004200997263900989810000021403';
export const PAYLOAD = writeBrCode({
  key: 'padaria@correio.example',
  name: 'Padaria do Vale',
  city: 'SANTO ANDRE',
  amountCents: 1250,
});
const reading = readBoleto(LINE, '2026-11-26');
export const BARS = reading.ok ? reading.boleto.barcode : '';
export const SHOP = pngOf(qrBitmap(PAYLOAD));
const VIDEO = { width: 1280, height: 720 };

export const FILMS = {
  shop: onPaper([qrBitmap(PAYLOAD, 8)], VIDEO),
  boleto: onPaper([itfBitmap(BARS, 2, 300)], VIDEO),
  nothing: onPaper([], VIDEO),
};

type Arrival = Parameters<typeof openPage>[2] & Partial<Camera>;

/** `arrive`: a page of Ana's in a browser whose camera shows the film; without one it has no camera. */
export const test = base.extend('arrive', async ({ bank, login, complaints }, { onCleanup }) => {
  const endings: (() => Promise<void>)[] = [];
  onCleanup(async () => {
    for (const end of endings) await end();
  });
  return async (path: string, { film, deviceCount, mayFilm = true, ...look }: Arrival = {}) => {
    const { browser, end } = await launchWithCamera({ film, deviceCount, mayFilm });
    endings.push(end);
    const opened = await openPage(browser, bank.origin, look);
    complaints.lists.push(opened.complaints);
    const context = opened.page.context();
    await context.addCookies(cookiesOf(await login(ANA), bank.origin));
    if (mayFilm) await context.grantPermissions(['camera']);
    await opened.page.goto(path);
    return opened.page;
  };
});

export const target = (page: Page) => page.getByLabel('PIX copia e cola ou chave');
export const boletoBox = (page: Page) => page.getByRole('textbox', { name: 'Código do boleto' });
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Código da imagem' });
export const textIn = (box: ReturnType<typeof target>) => box.inputValue().catch(() => '');
/** The part of the portal that takes files is loaded after the screen: it accepts what is dragged over the page. */
export function isTakingFiles(): boolean {
  const data = new DataTransfer();
  data.items.add(new File([], 'foto'));
  const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: data });
  const isTaken = !document.body.dispatchEvent(over);
  document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true }));
  return isTaken;
}

/** A file that arrives from outside: pasted, or dropped on what is in the middle of the screen. */
export async function bring(
  page: Page,
  how: 'paste' | 'drop',
  file: Buffer,
  type = 'image/png',
): Promise<void> {
  await page.waitForFunction(isTakingFiles);
  await page.evaluate(
    ({ kind, base64, mime }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'foto', { type: mime }));
      const place = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
      const plain = { bubbles: true, cancelable: true };
      if (kind === 'paste') {
        const focused = document.activeElement ?? document.body;
        focused.dispatchEvent(new ClipboardEvent('paste', { ...plain, clipboardData: data }));
        return;
      }
      place.dispatchEvent(new DragEvent('dragover', { ...plain, dataTransfer: data }));
      place.dispatchEvent(new DragEvent('drop', { ...plain, dataTransfer: data }));
    },
    { kind: how, base64: file.toString('base64'), mime: type },
  );
}

export const isFilming = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const [track] = (video.srcObject as MediaStream | null)?.getVideoTracks() ?? [];
    return track?.readyState === 'live' && video.videoWidth > 0;
  });
