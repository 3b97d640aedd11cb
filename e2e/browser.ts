import { type Browser, chromium, type Page } from 'playwright-core';
import { watch } from './canary.ts';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from './chromium.ts';

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGUMENTS });
}

export const WIDTHS = [360, 1280] as const;
export const THEMES = ['light', 'dark'] as const;

export const sizeOf = (width: number) => ({ width, height: width < 768 ? 780 : 900 });

/** Console errors, failed scripts, content security violations, foreign requests. */
export type Complaints = string[];

export async function openPage(
  browser: Browser,
  origin: string,
  { width = 1280, theme = 'light' }: { width?: number; theme?: (typeof THEMES)[number] } = {},
): Promise<{ page: Page; complaints: Complaints }> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: sizeOf(width),
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
    // Chromium logs every 4xx as an error; a refusal shown on the screen is no complaint.
    if (message.type() === 'error' && !/status of 4\d\d/.test(text)) complaints.push(`console: ${text}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) complaints.push(`foreign request: ${url}`);
  });
  return { page, complaints };
}
