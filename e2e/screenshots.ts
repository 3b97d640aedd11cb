import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startBank } from './bank.ts';
import { openBrowser, sizeOf, THEMES, WIDTHS } from './browser.ts';
import { admitNewcomer, enter, located, VISITORS, type Visitor } from './every-screen.ts';
import {
  closeView,
  type NamedScreen,
  openView,
  resize,
  type Screen,
  show,
  type Theme,
  type View,
  type Width,
  wear,
} from './look.ts';

/**
 * `npm run screenshots`: the pictures that README.md shows, into docs/screenshots.
 * `npm run screenshots -- FOLDER`: every screen, wide and narrow, light and dark, full and empty, into that folder.
 */
const folder = process.argv[2] ?? 'docs/screenshots';
const wanted = process.argv[2] ? null : picturesOf(readFileSync('README.md', 'utf8'));

const bank = await startBank({ SEED: 'demo' });
const browser = await openBrowser();
try {
  mkdirSync(folder, { recursive: true });
  await admitNewcomer(bank.origin);
  for (const visitor of VISITORS) await takeOf(visitor);
} finally {
  await browser.close();
  await bank.stop();
}
const missing = wanted?.filter((name) => !readdirSync(folder).includes(name)) ?? [];
if (missing.length > 0) throw new Error(`no screen makes ${missing.join(', ')}`);

/** The file names of the pictures that a text shows. */
function picturesOf(text: string): string[] {
  return [...text.matchAll(/docs\/screenshots\/([\w-]+\.png)/g)].map(([, name]) => name ?? '');
}

function fileOf({ name }: NamedScreen, width: Width, theme: Theme): string {
  return `${name}-${width}-${theme}.png`;
}

async function takeOf(visitor: Visitor): Promise<void> {
  const { script, cookies } = await enter(bank.origin, visitor);
  const view = await openView(browser, bank.origin, cookies);
  for (const screen of visitor.screens) {
    const found = await located(screen, script);
    for (const width of WIDTHS) await takeIn(view, width, found, visitor.login !== null);
  }
  await closeView(view);
}

/** The pictures of a screen in one width, as far as they are wanted. */
async function takeIn(
  view: View,
  width: Width,
  screen: NamedScreen & Screen,
  isPortal: boolean,
): Promise<void> {
  const themes = THEMES.filter((theme) => wanted?.includes(fileOf(screen, width, theme)) ?? true);
  if (themes.length === 0) return;
  const { page } = view;
  // A picture of README.md shows what fits the window, so that the repository stays light.
  const isWhole = wanted === null && screen.open === undefined;
  await resize(view, width);
  await show(view, { ...screen, open: undefined });
  if (isWhole) await loadAll(page);
  await screen.open?.(page);
  // In the portal the menu is as high as the window, and the bar stands at its end.
  if (isPortal && isWhole) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...sizeOf(width), height });
  }
  for (const theme of themes) {
    await wear(view, theme);
    await page.screenshot({
      path: join(folder, fileOf(screen, width, theme)),
      fullPage: isWhole,
      animations: 'disabled',
    });
  }
}

/** Pictures that load when scrolled to are part of the page. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => window.scrollTo(0, 0));
}
