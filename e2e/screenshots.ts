import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startBank } from './bank.ts';
import { openBrowser, sizeOf, THEMES, WIDTHS } from './browser.ts';
import { registerNewcomer, resolveScreen, signInVisitor, VISITORS, type Visitor } from './every-screen.ts';
import {
  closeView,
  type NamedScreen,
  openView,
  resize,
  type Screen,
  setTheme,
  show,
  type Theme,
  type View,
  type Width,
} from './look.ts';

/**
 * `npm run screenshots`: updates the pictures of README.md in docs/screenshots.
 * `npm run screenshots -- FOLDER [NAME…]`: every screen, or those named, in both widths and themes, with and without data.
 */
const folder = process.argv[2] ?? 'docs/screenshots';
const names = process.argv.slice(3);
const wanted = process.argv[2] ? null : picturesOf(readFileSync('README.md', 'utf8'));

const bank = await startBank({ SEED: 'demo' });
const browser = await openBrowser();
try {
  mkdirSync(folder, { recursive: true });
  await registerNewcomer(bank.origin);
  for (const visitor of VISITORS) await takeOf(visitor);
} finally {
  await browser.close();
  await bank.stop();
}
const missing = wanted?.filter((name) => !readdirSync(folder).includes(name)) ?? [];
if (missing.length > 0) throw new Error(`README.md shows pictures without a screen: ${missing.join(', ')}`);

function picturesOf(text: string): string[] {
  return [...text.matchAll(/docs\/screenshots\/([\w-]+\.png)/g)].map(([, name]) => name ?? '');
}

function fileOf({ name }: NamedScreen, width: Width, theme: Theme): string {
  return `${name}-${width}-${theme}.png`;
}

async function takeOf(visitor: Visitor): Promise<void> {
  const { script, cookies } = await signInVisitor(bank.origin, visitor);
  const view = await openView(browser, bank.origin, cookies);
  const screens = visitor.screens.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const screen of screens) {
    const found = await resolveScreen(screen, script);
    for (const width of WIDTHS) await takeIn(view, width, found, visitor.login !== null);
  }
  await closeView(view);
}

async function takeIn(
  view: View,
  width: Width,
  screen: NamedScreen & Screen,
  isPortal: boolean,
): Promise<void> {
  const themes = THEMES.filter((theme) => wanted?.includes(fileOf(screen, width, theme)) ?? true);
  if (themes.length === 0) return;
  const { page } = view;
  // Pictures of README.md show only the window, to stay small.
  const isWhole = wanted === null && screen.open === undefined;
  await resize(view, width);
  await show(view, { ...screen, open: undefined });
  if (isWhole) await loadAll(page);
  await screen.open?.(page);
  // In the portal the menu is as high as the window, with a bar at its end.
  if (isPortal && isWhole) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...sizeOf(width), height });
  }
  for (const theme of themes) {
    await setTheme(view, theme);
    await page.screenshot({
      path: join(folder, fileOf(screen, width, theme)),
      fullPage: isWhole,
      animations: 'disabled',
    });
  }
}

/** Scrolls, so that lazy images load. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => window.scrollTo(0, 0));
}
