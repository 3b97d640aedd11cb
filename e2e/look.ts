import type { Browser, BrowserContext, Page } from 'playwright-core';
import { longProofScale } from '../db/testing/proof-scale.ts';
import { axeFindings } from './axe.ts';
import { type Complaints, openPage, sizeOf, THEMES, WIDTHS } from './browser.ts';
import { firstContentFault } from './first-content.ts';
import type { Script } from './script.ts';

export type Screen = { path: string; shows: string | RegExp; open?: (page: Page) => Promise<void> };

/** `path` may be computed by a script, if it contains an id. */
export type NamedScreen = Omit<Screen, 'path'> & {
  name: string;
  path: string | ((script: Script) => Promise<string>);
};

export type View = { page: Page; complaints: Complaints };
export type Width = (typeof WIDTHS)[number];
export type Theme = (typeof THEMES)[number];

type Cookies = Parameters<BrowserContext['addCookies']>[0];

export const dialogBy =
  (name: string | RegExp, role: 'dialog' | 'alertdialog' = 'dialog') =>
  async (page: Page) => {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole(role).waitFor();
  };

export async function openView(browser: Browser, origin: string, cookies: Cookies = []): Promise<View> {
  const opened = await openPage(browser, origin);
  await opened.page.context().addCookies(cookies);
  return opened;
}

export const closeView = ({ page }: View): Promise<void> => page.context().close();

export async function show({ page }: View, { path, shows, open }: Screen): Promise<void> {
  await page.goto(path);
  await page.getByText(shows).first().waitFor();
  await page.waitForLoadState('networkidle');
  await open?.(page);
}

/** No function inside `evaluate` has a name: tsx adds a helper to named ones, which the page lacks. */
const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

export async function setTheme({ page }: View, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  // The page learns of the device's theme at the next frame; the classes are set after that, so that they stay.
  await nextFrame(page);
  await page.evaluate((wanted) => {
    for (const name of ['light', 'dark']) document.documentElement.classList.toggle(name, name === wanted);
  }, theme);
  await nextFrame(page);
}

export async function resize({ page }: View, width: Width): Promise<void> {
  await page.setViewportSize(sizeOf(width));
  for (let frames = 0; frames < 2; frames += 1) await nextFrame(page);
}

/** Axe rules that depend on the theme; others have the same result in both. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * One line per problem; a screen that shows a phone no content without scrolling is one. PROVE=whole checks all widths
 * and themes, `npm run prove` one width in both themes, `npm test` and `.ci/run` one of each, chosen by `place`.
 */
export async function complaintsIn(view: View, screen: Screen, place: number): Promise<string[]> {
  const { page, complaints } = view;
  const widths = place % 2 === 0 ? WIDTHS : WIDTHS.toReversed();
  const themes = place % 4 < 2 ? THEMES : THEMES.toReversed();
  let looks = longProofScale(WIDTHS.length * THEMES.length, 0.5);
  const lines: string[] = [];
  complaints.length = 0;
  for (const [turn, width] of widths.entries()) {
    const where = `${screen.path}${screen.open ? ', opened,' : ''} at ${width} px`;
    await resize(view, width);
    if (turn === 0) await show(view, screen);
    if (width === 360 && !screen.open) {
      const fault = await firstContentFault(page);
      if (fault) lines.push(`${where}: ${fault}`);
    }
    if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
      lines.push(`${where}: scrolls sideways`);
    for (const [look, theme] of themes.entries()) {
      if (looks === 0) break;
      looks -= 1;
      await setTheme(view, theme);
      const found = await axeFindings(page, look === 0 ? undefined : OF_COLOURS);
      lines.push(...found.map((finding) => `${where}, ${theme}: ${finding}`));
    }
    lines.push(...complaints.splice(0).map((line) => `${where}: ${line}`));
  }
  return lines;
}

export async function complaintsAbout(
  browser: Browser,
  origin: string,
  screens: readonly Screen[],
  cookies: Cookies = [],
): Promise<string[]> {
  const view = await openView(browser, origin, cookies);
  const found: string[] = [];
  for (const [place, screen] of screens.entries()) found.push(...(await complaintsIn(view, screen, place)));
  await closeView(view);
  return found;
}
