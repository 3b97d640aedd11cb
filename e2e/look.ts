import type { Browser, BrowserContext, Page } from 'playwright-core';
import { axeFindings, type Complaints, openPage, THEMES, WIDTHS } from './browser.ts';
import type { Script } from './script.ts';

/** One screen to look at: its path, the text that says it has loaded, and what opens a dialog on it. */
export type Screen = { path: string; shows: string | RegExp; open?: (page: Page) => Promise<void> };

/** A screen by the name of its pictures; a path that names something of the bank's is found out by a script. */
export type NamedScreen = Omit<Screen, 'path'> & {
  name: string;
  path: string | ((script: Script) => Promise<string>);
};

/** A page in one width, with what it complains about. */
export type View = { page: Page; complaints: Complaints; width: (typeof WIDTHS)[number] };
export type Theme = (typeof THEMES)[number];

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** Presses the first button of this name, and waits until a dialog stands. */
export const dialogBy =
  (name: string | RegExp, role: 'dialog' | 'alertdialog' = 'dialog') =>
  async (page: Page) => {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole(role).waitFor();
  };

/** A page for each width, both with the cookies given. */
export function openViews(browser: Browser, origin: string, cookies: Cookies = []): Promise<View[]> {
  return Promise.all(
    WIDTHS.map(async (width) => {
      const opened = await openPage(browser, origin, { width });
      await opened.page.context().addCookies(cookies);
      return { ...opened, width };
    }),
  );
}

export async function closeViews(views: readonly View[]): Promise<void> {
  await Promise.all(views.map(({ page }) => page.context().close()));
}

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

/** What axe looks at that a theme can change: the page is the same in either. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Shows the screen in both widths at once and in one theme after the other, and answers what axe, the console, the
 * content-security policy and sideways scrolling have to complain about, one line each.
 */
export async function complaintsIn(views: readonly View[], screen: Screen): Promise<string[]> {
  const found = views.map(async (view) => {
    const { page, complaints, width } = view;
    complaints.length = 0;
    await show(view, screen);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    const lines = sideways ? ['scrolls sideways'] : [];
    for (const theme of THEMES) {
      await wear(view, theme);
      const rules = theme === THEMES[0] ? undefined : OF_COLOURS;
      lines.push(...(await axeFindings(page, rules)).map((finding) => `${theme}, ${finding}`));
    }
    const where = `${screen.path}${screen.open ? ', opened,' : ''} at ${width} px`;
    return [...lines, ...complaints].map((line) => `${where}: ${line}`);
  });
  return (await Promise.all(found)).flat();
}

/** What there is to complain about on these screens, with the cookies given. */
export async function complaintsAbout(
  browser: Browser,
  origin: string,
  screens: readonly Screen[],
  cookies: Cookies = [],
): Promise<string[]> {
  const views = await openViews(browser, origin, cookies);
  const found: string[] = [];
  for (const screen of screens) found.push(...(await complaintsIn(views, screen)));
  await closeViews(views);
  return found;
}
