import type { Browser, Page } from 'playwright-core';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser, openPage } from './browser.ts';
import { signIn } from './journey.ts';

type Opened = Awaited<ReturnType<typeof openPage>>;

/** A bank with the demonstration, a browser, and what makes its pages somebody's. */
export type Demo = {
  bank: RunningBank;
  browser: Browser;
  cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;
  /** A fresh page of the one who signed in, at this path. */
  arrive: (path: string, look?: Parameters<typeof openPage>[2]) => Promise<Opened>;
  close: () => Promise<void>;
};

/** Starts the demonstration, and signs in once in a browser. */
export async function openDemo({
  document,
  password,
}: {
  document: string;
  password: string;
}): Promise<Demo> {
  const bank = await startBank({ SEED: 'demo' });
  const browser = await openBrowser();
  const { page } = await openPage(browser, bank.origin);
  await signIn(page, document, password);
  const cookies = await page.context().cookies();
  await page.context().close();
  return {
    bank,
    browser,
    cookies,
    arrive: async (path, look) => {
      const opened = await openPage(browser, bank.origin, look);
      await opened.page.context().addCookies(cookies);
      await opened.page.goto(path);
      return opened;
    },
    close: async () => {
      await browser.close();
      await bank.stop();
    },
  };
}
