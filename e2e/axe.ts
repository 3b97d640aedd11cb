import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Evaluated over the debugger's connection, which a page's content-security policy does not hold back. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page that is being drawn may look wrong for a moment: what is still found after so long is a finding. */
const DRAWN_AFTER_MS = 1_000;

/**
 * What axe finds on the page as it stands, one line a rule and element, with the colours where they are what is wrong;
 * WCAG 2.2 AA and its best practices. Where something is found the page is looked at again until nothing is, a second at
 * least: axe reads a page over many milliseconds, and what was drawn meanwhile is a mixture that nobody sees.
 * `rules`: these alone.
 */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  const deadline = performance.now() + DRAWN_AFTER_MS;
  for (;;) {
    const isLast = performance.now() > deadline;
    const found = await look(page, rules);
    if (found.length === 0 || isLast) return found;
  }
}

async function look(page: Page, rules?: string[]): Promise<string[]> {
  // Finished transitions only: a colour half-way through a fade is nobody's contrast.
  const isLoaded = await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
    return 'axe' in window;
  });
  if (!isLoaded) await page.evaluate(SOURCE);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  const violations = await page.evaluate(async (chosen) => {
    const { axe } = window as unknown as {
      axe: { run: (options: RunOptions) => Promise<Pick<AxeResults, 'violations'>> };
    };
    return (await axe.run(chosen)).violations;
  }, options);
  return inLines(violations);
}

/** Violations as axe reports them, one line a rule and element. */
export function inLines(violations: AxeResults['violations']): string[] {
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => {
      const { fgColor, bgColor, contrastRatio } = any[0]?.data ?? {};
      const colours = contrastRatio ? `, ${fgColor} on ${bgColor} is ${contrastRatio}` : '';
      return `${id} (${help}${colours}): ${html.slice(0, 160)}`;
    }),
  );
}
