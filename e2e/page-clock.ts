import type { Locator, Page } from 'playwright-core';

const YEAR_MS = 365.25 * 86_400_000;

/** The page's monotonic time, which `passUntil` advances. */
export const pageMs = (page: Page): Promise<number> => page.evaluate(() => performance.now());

/** Stops the page's clock (installed before) and advances it until `awaited` shows. */
export async function passUntil(page: Page, awaited: Locator): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  for (let seconds = 0; (await awaited.count()) === 0; seconds += 1) {
    if (seconds === 60) throw new Error(`${awaited} not shown within a minute of page time`);
    await page.clock.runFor(1_000);
  }
  await page.clock.resume();
}

/** From the next load on, the page's date runs this many years ahead; timers stay real. */
export const runAhead = (page: Page, years: number) =>
  page.addInitScript((aheadMs) => {
    const now = Date.now;
    globalThis.Date = new Proxy(Date, {
      construct: (target, given) => Reflect.construct(target, given.length > 0 ? given : [now() + aheadMs]),
      get: (target, name) => (name === 'now' ? () => now() + aheadMs : Reflect.get(target, name)),
    });
  }, years * YEAR_MS);
