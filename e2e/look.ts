import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
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

/** `pending`: requests without an end. */
export type View = { page: Page; complaints: Complaints; pending: Set<Request> };
export type Width = (typeof WIDTHS)[number];
export type Theme = (typeof THEMES)[number];

const QUIET_MS = 150;
/** As `networkidle` of Playwright: a screen that never ends to ask is looked at as it is. */
const PATIENCE_MS = 30_000;
/** A screen that shares its heading with the one before is loaded anew. */
const LEFT_WITHIN_MS = 3_000;

type Cookies = Parameters<BrowserContext['addCookies']>[0];

export const dialogBy =
  (name: string | RegExp, role: 'dialog' | 'alertdialog' = 'dialog') =>
  async (page: Page) => {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole(role).waitFor();
  };

export async function openView(browser: Browser, origin: string, cookies: Cookies = []): Promise<View> {
  const opened = await openPage(browser, origin);
  const { page } = opened;
  await page.context().addCookies(cookies);
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return { ...opened, pending };
}

export const closeView = ({ page }: View): Promise<void> => page.context().close();

export async function show(view: View, { path, shows, open }: Screen): Promise<void> {
  const { page } = view;
  if (!(await walkTo(page, path))) await page.goto(path);
  await page.getByText(shows).first().waitFor();
  await quiet(view);
  await open?.(page);
}

/** By the application's own navigation: a new document costs a second. False from another portal, and on the same screen. */
async function walkTo(page: Page, path: string): Promise<boolean> {
  const here = new URL(page.url()).pathname;
  const portal = /^\/(client|admin)\//.exec(here)?.[0];
  if (!portal || !path.startsWith(portal) || path.split('?')[0] === here) return false;
  const left = await page.evaluateHandle((to) => {
    const content = document.querySelector('#conteudo h1');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    return content;
  }, path);
  return page
    .waitForFunction((content) => content !== null && !content.isConnected, left, { timeout: LEFT_WITHIN_MS })
    .then(
      () => true,
      () => false,
    );
}

/** No request for a while: what the screen asks for has come. */
async function quiet({ pending }: View): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let quietSince = performance.now();
  while (performance.now() - quietSince < QUIET_MS && performance.now() < deadline) {
    await sleep(20);
    if (pending.size > 0) quietSince = performance.now();
  }
}

/** No function inside `evaluate` has a name: tsx adds a helper to named ones, which the page lacks. */
const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

export async function setTheme({ page }: Pick<View, 'page'>, theme: Theme): Promise<void> {
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
