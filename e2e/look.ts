import type { Browser, BrowserContext, Page } from 'playwright-core';
import { proofScale } from '../db/testing/proof-scale.ts';
import { axeFindings } from './axe.ts';
import { type Complaints, openPage, sizeOf, THEMES, WIDTHS } from './browser.ts';
import type { Script } from './script.ts';

/** One screen to look at: its path, the text that says it has loaded, and what opens a dialog on it. */
export type Screen = { path: string; shows: string | RegExp; open?: (page: Page) => Promise<void> };

/** A screen by the name of its pictures; a path that names something of the bank's is found out by a script. */
export type NamedScreen = Omit<Screen, 'path'> & {
  name: string;
  path: string | ((script: Script) => Promise<string>);
};

/** A page that screens are shown on, with what it complains about. */
export type View = { page: Page; complaints: Complaints };
export type Width = (typeof WIDTHS)[number];
export type Theme = (typeof THEMES)[number];

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** Presses the first button of this name, and waits until a dialog stands. */
export const dialogBy =
  (name: string | RegExp, role: 'dialog' | 'alertdialog' = 'dialog') =>
  async (page: Page) => {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole(role).waitFor();
  };

/** A page to show screens on, with the cookies given. */
export async function openView(browser: Browser, origin: string, cookies: Cookies = []): Promise<View> {
  const opened = await openPage(browser, origin);
  await opened.page.context().addCookies(cookies);
  return opened;
}

export const closeView = ({ page }: View): Promise<void> => page.context().close();

/** Brings a screen up in a view, and waits until all of it is there. */
export async function show({ page }: View, { path, shows, open }: Screen): Promise<void> {
  await page.goto(path);
  await page.getByText(shows).first().waitFor();
  await page.waitForLoadState('networkidle');
  await open?.(page);
}

/** Puts what is shown into the other theme, as it stands. */
export async function wear({ page }: View, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  // As the application does; where nobody looks at the device's theme any more, in its place. Browsers tell of a
  // changed device with a frame: after the second nothing changes under who looks.
  await page.evaluate(async (wanted) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    for (const name of ['light', 'dark']) document.documentElement.classList.toggle(name, name === wanted);
    await frame();
  }, theme);
}

/** Gives the window another width; what is shown is drawn for it. */
export async function resize({ page }: View, width: Width): Promise<void> {
  await page.setViewportSize(sizeOf(width));
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** What axe looks at that a theme can change: the page is the same in either. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Shows the screen, and answers what axe, the console, the content-security policy and sideways scrolling have to complain
 * about, one line each. It is loaded once and resized; `place` in a list of screens decides on which width and theme come
 * first, so that four neighbours begin with each of the four. A whole proof looks in all of them, else axe in the first.
 */
export async function complaintsIn(view: View, screen: Screen, place: number): Promise<string[]> {
  const { page, complaints } = view;
  const widths = place % 2 === 0 ? WIDTHS : WIDTHS.toReversed();
  const themes = place % 4 < 2 ? THEMES : THEMES.toReversed();
  let looks = proofScale(WIDTHS.length * THEMES.length);
  const lines: string[] = [];
  complaints.length = 0;
  for (const [turn, width] of widths.entries()) {
    const where = `${screen.path}${screen.open ? ', opened,' : ''} at ${width} px`;
    await resize(view, width);
    if (turn === 0) await show(view, screen);
    if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
      lines.push(`${where}: scrolls sideways`);
    for (const [look, theme] of themes.entries()) {
      if (looks === 0) break;
      looks -= 1;
      await wear(view, theme);
      const found = await axeFindings(page, look === 0 ? undefined : OF_COLOURS);
      lines.push(...found.map((finding) => `${where}, ${theme}: ${finding}`));
    }
    lines.push(...complaints.splice(0).map((line) => `${where}: ${line}`));
  }
  return lines;
}

/** What there is to complain about on these screens, with the cookies given. */
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
