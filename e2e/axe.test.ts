/** @module-tag prove */
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, inLines } from './axe.ts';
import { openBrowser, openPage } from './browser.ts';

const ORIGIN = 'http://planted.example';
/** Stricter than the bank's own policy: no script of the page may run. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const HEAD = '<!doctype html><html lang="pt-BR"><head><title>Faltas</title></head>';
const CLEAN = `${HEAD}<body><main><h1>Sem faltas</h1><p>Um texto.</p></main></body></html>`;
const FAULTS = `${HEAD}<body>
  <main>
    <h1>Faltas</h1>
    <h3>Um nível pulado</h3>
    <img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">
    <p style="color: #777; background: #999">Cinza sobre cinza</p>
    <p style="color: #000; background: #fff">Um <a href="/x" style="color: #222; text-decoration: none">elo</a> que é só cor</p>
    <button></button>
    <input type="text">
    <ul><div>Não é um item</div></ul>
    <div role="checkbox" tabindex="3">Sem estado</div>
    <span id="dup" aria-labelledby="ninguem" role="img"></span>
  </main>
  <main>Outro começo</main>
  <p>Fora de toda região</p>
</body></html>`;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function pageWith(html: string): Promise<Page> {
  const { page } = await openPage(browser, ORIGIN);
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY };
  await page.route(`${ORIGIN}/**`, (route) => route.fulfill({ body: html, headers }));
  await page.goto('/');
  return page;
}

test("the axe findings on a page with planted faults equal those of axe's own runner, under a strict policy", async () => {
  const page = await pageWith(FAULTS);
  const found = await axeFindings(page);
  const own = await new AxeBuilder({ page }).analyze();
  expect(found).toEqual(inLines(own.violations));
  const rules = new Set(found.map((line) => line.split(' ')[0]));
  expect([...rules].sort()).toEqual([
    'aria-required-attr',
    'button-name',
    'color-contrast',
    'heading-order',
    'image-alt',
    'label',
    'landmark-no-duplicate-main',
    'landmark-unique',
    'link-in-text-block',
    'list',
    'region',
    'role-img-alt',
    'tabindex',
  ]);
});

test('only the named axe rules are checked', async () => {
  const page = await pageWith(FAULTS);
  const colours = ['color-contrast', 'link-in-text-block'];
  const found = await axeFindings(page, colours);
  const own = await new AxeBuilder({ page }).withRules(colours).analyze();
  expect(found).toEqual(inLines(own.violations));
  expect(new Set(found.map((line) => line.split(' ')[0]))).toEqual(new Set(colours));
});

test('a page without a fault has no axe findings', async () => {
  expect(await axeFindings(await pageWith(CLEAN))).toEqual([]);
});

test('a fault that disappears within a second is no axe finding', async () => {
  const page = await pageWith(CLEAN);
  await page.evaluate(() => {
    const image = document.querySelector('main')?.appendChild(document.createElement('img'));
    setTimeout(() => image?.remove(), 300);
  });
  expect(await axeFindings(page)).toEqual([]);
});
