/** @module-tag prove */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { firstContentFault } from './first-content.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A screen whose list begins `px` below the top of the window. */
const listAt = (px: number, { bar = false, row = 60 } = {}) => `<!doctype html><style>* { margin: 0 }</style>
  <main id="conteudo">
    <header style="height:${px}px"><ul><li>Atualizar</li></ul></header>
    <ul class="rows"><li style="height:${row}px">Aula avulsa</li></ul>
  </main>
  ${bar ? '<nav data-bottom-bar style="position:fixed;bottom:0;height:56px"></nav>' : ''}`;

test.for<[string, string, string]>([
  ['a row that ends where the window ends', listAt(580), ''],
  [
    'a row that ends 1 px below the window',
    listAt(581),
    'its first content, li "Aula avulsa", is 1 px below what is visible',
  ],
  [
    'a row under the bottom bar',
    listAt(580, { bar: true }),
    'its first content, li "Aula avulsa", is 56 px below what is visible',
  ],
  ['a tall card of which enough is in view', listAt(540, { row: 900 }), ''],
  ['a page without content', listAt(0).replace(/<ul class.*<\/ul>/, ''), 'shows no content'],
  ['a page outside the portals', '<main><p>Termos</p></main>', ''],
])('what a phone shows first, on %s', async ([, html, fault]) => {
  const page = await browser.newPage();
  await page.setContent(html);
  expect(await firstContentFault(page, 1)).toBe(fault);
  await page.close();
});
