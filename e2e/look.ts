import type { Browser, BrowserContext, Page } from 'playwright-core';
import { axeFindings, openPage, THEMES, WIDTHS } from './browser.ts';

/** One screen to look at: its path, the text that says it has loaded, and what opens a dialog on it. */
export type Screen = { path: string; shows: string | RegExp; open?: (page: Page) => Promise<void> };

/** Presses the first button of this name, and waits until a dialog stands. */
export const dialogBy = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
};

/**
 * Opens every screen in each width and theme, with the cookies given, and answers what axe, the console, the
 * content-security policy and sideways scrolling have to complain about, one line each.
 */
export async function complaintsAbout(
  browser: Browser,
  origin: string,
  screens: Screen[],
  cookies: Awaited<ReturnType<BrowserContext['cookies']>> = [],
): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const { page, complaints } = await openPage(browser, origin, { width, theme });
      await page.context().addCookies(cookies);
      for (const { path, shows, open } of screens) {
        const where = `${path}${open ? ', opened,' : ''} at ${width} px, ${theme}: `;
        complaints.length = 0;
        await page.goto(path);
        await page.getByText(shows).first().waitFor();
        await page.waitForLoadState('networkidle');
        await open?.(page);
        await page.waitForLoadState('networkidle');
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        found.push(...(await axeFindings(page)).map((finding) => where + finding));
        found.push(...complaints.map((complaint) => where + complaint));
        if (sideways) found.push(`${where}scrolls sideways`);
      }
      await page.context().close();
    }
  }
  return found;
}
