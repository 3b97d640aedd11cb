import type { Locator, Page } from 'playwright-core';

/** What the page's stopwatch says, which `passUntil` moves. */
export const pageMs = (page: Page): Promise<number> => page.evaluate(() => performance.now());

/** Stops the page's clock (installed before) and moves it until this shows; then it runs on. */
export async function passUntil(page: Page, awaited: Locator): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1));
  for (let seconds = 0; (await awaited.count()) === 0; seconds += 1) {
    if (seconds === 60) throw new Error('a minute of the page did not bring it');
    await page.clock.runFor(1_000);
  }
  await page.clock.resume();
}
