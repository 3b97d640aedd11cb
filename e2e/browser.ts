import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { watch } from './canary.ts';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from './chromium.ts';

/** Opens Chromium as the tests use it. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGUMENTS });
}

export const WIDTHS = [360, 1280] as const;
export const THEMES = ['light', 'dark'] as const;

/** What a page complained about: console errors, failed scripts, content-security violations, foreign requests. */
export type Complaints = string[];

/** A page of a fresh browser context, in Portuguese, that collects its complaints. */
export async function openPage(
  browser: Browser,
  origin: string,
  { width = 1280, theme = 'light' }: { width?: number; theme?: (typeof THEMES)[number] } = {},
): Promise<{ page: Page; complaints: Complaints }> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width < 768 ? 780 : 900 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  watch(context);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: Complaints = [];
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    // Chromium logs every 4xx answer as an error; a refusal that the screen shows is no complaint.
    if (message.type() === 'error' && !/status of 4\d\d/.test(text)) complaints.push(`console: ${text}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) complaints.push(`foreign request: ${url}`);
  });
  return { page, complaints };
}

/**
 * What axe finds on the page as it stands, one line a rule and element, with the colours where they are what is wrong;
 * WCAG 2.2 AA and its best practices. Who finds something looks again a second later, and that counts: axe reads a page
 * over many milliseconds, and what was drawn meanwhile is a mixture that nobody sees. `rules`: these alone.
 */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  const found = await axeLook(page, rules);
  if (found.length === 0) return found;
  await page.waitForTimeout(1_000);
  return axeLook(page, rules);
}

async function axeLook(page: Page, rules?: string[]): Promise<string[]> {
  // Finished transitions only: a colour half-way through a fade is nobody's contrast.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  );
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => {
      const { fgColor, bgColor, contrastRatio } = any[0]?.data ?? {};
      const colours = contrastRatio ? `, ${fgColor} on ${bgColor} is ${contrastRatio}` : '';
      return `${id} (${help}${colours}): ${html.slice(0, 160)}`;
    }),
  );
}
