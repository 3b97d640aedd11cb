import type { Page } from 'playwright-core';

const MAX_STOPS = 60;

/** Tabs to an element; every stop on the way must show focus. */
export async function tabTo(
  page: Page,
  role: 'link' | 'button' | 'tab' | 'textbox' | 'searchbox' | 'combobox' | 'radio',
  name: string | RegExp,
): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).first();
  await target.waitFor();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const ring = await page.evaluate(async () => {
      // Waits for the focus ring's animation.
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)));
      // Between the last and the first stop the window itself has focus.
      if (document.activeElement === null || document.activeElement === document.body) return null;
      // A radio button shows focus on its label.
      const around = document.activeElement.closest('label') ?? document.activeElement;
      const widths = [document.activeElement, around].map((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
      });
      return Math.max(...widths);
    });
    const focused = () => document.activeElement?.outerHTML.slice(0, 120);
    if (ring === 0) throw new Error(`no focus ring on ${await page.evaluate(focused)}`);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${role} '${name}' not reached by ${MAX_STOPS} Tab presses`);
}
