import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { formatBrl } from '../src-server/domain/money.ts';

const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
/** Of '+R$ 1.234,50' or '−R$ 42,00'. */
export const centsOf = (text: string): number =>
  Number(text.replace(/\D/g, '')) * (/[-−]/.test(text) ? -1 : 1);
export const movementsOn = (page: Page): Locator =>
  page.getByRole('main').locator('li > button[aria-haspopup=dialog]');

/** Opens every figure that links to the statement, and expects the listed movements to sum to it. Returns how many. */
export async function openFigures(page: Page): Promise<number> {
  const links = page.getByRole('main').getByRole('link', { name: 'Ver os lançamentos de' });
  const figures = await links.evaluateAll((found) =>
    found.map((link) => [link.getAttribute('href'), link.querySelector('[data-money]')?.textContent]),
  );
  for (const [href = '', said = ''] of figures as [string, string][]) {
    await page.goto(href);
    await expectSum(page, href, plain(said).replace('+', ''));
  }
  return figures.length;
}

async function expectSum(page: Page, href: string, figure: string): Promise<void> {
  const main = page.getByRole('main');
  await main.locator('[aria-busy=false]').getByText('Saldo do dia').first().waitFor();
  // A balance is the sum of all movements until its day.
  if (!/sentido|efeito/.test(href)) {
    const [newest] = await main.locator('section [data-money]').allInnerTexts();
    expect(plain(newest ?? ''), href).toBe(figure);
    return;
  }
  const sum = main.getByRole('region', { name: 'Soma' }).locator('[data-money]');
  expect(plain(await sum.innerText()).replace('+', ''), href).toBe(figure);
  const rows = await movementsOn(page).locator('[data-money]').allInnerTexts();
  const added = rows.reduce((total, row) => total + centsOf(row), 0);
  expect(plain(formatBrl(href.includes('contam') ? added : Math.abs(added))), href).toBe(figure);
}
