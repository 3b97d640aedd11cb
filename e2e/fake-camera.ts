import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from './chromium.ts';
import { type Bitmap, y4mOf } from './code-pictures.ts';

/** `film`: what the camera shows · `deviceCount`: Chromium's own moving pictures instead · neither: there is no camera. */
export type Camera = { film?: Bitmap | undefined; deviceCount?: number | undefined; mayFilm: boolean };

/** Chromium's test switch answers what a person would be asked. */
export async function launchWithCamera({
  film,
  deviceCount,
  mayFilm,
}: Camera): Promise<{ browser: Browser; end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-camera-'));
  const path = join(folder, 'film.y4m');
  if (film) writeFileSync(path, y4mOf(film));
  const device = '--use-fake-device-for-media-stream';
  const camera = [
    ...(film ? [device, `--use-file-for-fake-video-capture=${path}`] : []),
    ...(deviceCount ? [`${device}=device-count=${deviceCount}`] : []),
    ...(film || deviceCount ? [`--use-fake-ui-for-media-stream${mayFilm ? '' : '=deny'}`] : []),
  ];
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...CHROMIUM_ARGUMENTS, ...camera],
  });
  const end = async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { browser, end };
}
