import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sizeOf, THEMES, WIDTHS } from './browser.ts';
import { expectAccessible } from './journey.ts';
import { setTheme } from './look.ts';

/**
 * A step of a journey in both widths and themes, with axe and no scrolling sideways; back to the width where it was. With LOOKS set to a
 * folder it leaves a picture of each there.
 */
export async function everyLook(page: Page, where: string): Promise<void> {
  const before = page.viewportSize() ?? sizeOf(360);
  for (const width of WIDTHS) {
    await page.setViewportSize(sizeOf(width));
    for (const theme of THEMES) {
      await setTheme({ page }, theme);
      await expectAccessible(page, `${where}, ${width}, ${theme}`);
      if (process.env.LOOKS)
        await page.screenshot({
          path: join(process.env.LOOKS, `${where.replaceAll(/\W+/g, '-')}-${width}-${theme}.png`),
        });
      expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
    }
  }
  await page.setViewportSize(before);
}
