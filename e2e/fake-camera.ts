import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from './chromium.ts';
import { type Bitmap, y4mOf } from './code-pictures.ts';

/** A browser whose fake camera shows the film, or which has none. Chromium's test switch answers what a person would be asked. */
export async function launchWithCamera(
  film: Bitmap | null,
  mayFilm: boolean,
): Promise<{ browser: Browser; end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-camera-'));
  const path = join(folder, 'film.y4m');
  if (film) writeFileSync(path, y4mOf(film));
  const camera = film
    ? [
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${path}`,
        `--use-fake-ui-for-media-stream${mayFilm ? '' : '=deny'}`,
      ]
    : [];
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
