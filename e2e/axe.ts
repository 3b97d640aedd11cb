import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Evaluated through the debugger, which bypasses the page's content security policy. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Findings that disappear within this time were artefacts of rendering. */
const DRAWN_AFTER_MS = 1_000;

/** One line per rule and element (WCAG 2.2 AA, best practices). Repeats for a second: a page may be half rendered. */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  const deadline = performance.now() + DRAWN_AFTER_MS;
  for (;;) {
    const isLast = performance.now() > deadline;
    const found = await look(page, rules);
    if (found.length === 0 || isLast) return found;
  }
}

async function look(page: Page, rules?: string[]): Promise<string[]> {
  // Waits for transitions: contrast in the middle of a fade is irrelevant.
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

export function inLines(violations: AxeResults['violations']): string[] {
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => {
      const { fgColor, bgColor, contrastRatio } = any[0]?.data ?? {};
      const colours = contrastRatio ? `, ${fgColor} on ${bgColor} is ${contrastRatio}` : '';
      return `${id} (${help}${colours}): ${html.slice(0, 160)}`;
    }),
  );
}
