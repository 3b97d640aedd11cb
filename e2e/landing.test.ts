/** @module-tag prove */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './bank-test.ts';

type Icon = { src: string; sizes: string; type: string; purpose: string };

/** The public page as seen by link previews, crawlers and installers. screens.test.ts checks its looks. */
describe('the public page', () => {
  test('the public page states its title, description and own address', async ({ bank, page }) => {
    await arrive(page);
    expect(await page.title()).toBe('ValeBank: conta digital, Pix, crédito e investimentos');
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    const description = await content(page, 'meta[name=description]');
    expect(description?.length).toBeGreaterThan(70);
    expect(description?.length).toBeLessThan(170);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${bank.origin}/`);
    expect(await content(page, 'meta[property="og:url"]')).toBe(`${bank.origin}/`);
    expect(await content(page, 'meta[property="og:title"]')).toBe(await page.locator('h1').innerText());
    expect(await content(page, 'meta[property="og:description"]')).toContain('Conta digital');
    expect(await content(page, 'meta[name="twitter:card"]')).toBe('summary_large_image');
  });

  test.for(['/', '/verificar'])('the page %s is shared with a picture', async (path, { bank, page }) => {
    await page.goto(path);
    const address = await content(page, 'meta[property="og:image"]');
    expect(address).toBe(`${bank.origin}/share.png`);
    expect(await sizeOf(address ?? '')).toBe('1200x630');
    expect(await content(page, 'meta[property="og:image:width"]')).toBe('1200');
    expect(await content(page, 'meta[property="og:image:height"]')).toBe('630');
    expect(await content(page, 'meta[property="og:image:alt"]')).toContain('ValeBank');
  });

  test('the application can be installed on a home screen', async ({ bank, page }) => {
    await arrive(page);
    const manifest = await page.locator('link[rel=manifest]').getAttribute('href');
    const { icons, start_url } = (await (await fetch(bank.origin + manifest)).json()) as {
      icons: Icon[];
      start_url: string;
    };
    expect((await fetch(bank.origin + start_url)).status).toBe(200);
    expect(icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`).sort()).toEqual([
      'any 192x192',
      'any 512x512',
      'any any',
      'maskable 512x512',
    ]);
    for (const { src, sizes, type } of icons) {
      if (type === 'image/png') expect(await sizeOf(bank.origin + src)).toBe(sizes);
      else expect((await fetch(bank.origin + src)).headers.get('content-type')).toBe(type);
    }
    const apple = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
    expect(await sizeOf(bank.origin + apple)).toBe('180x180');
  });

  test('crawlers are led to the public pages only', async ({ bank }) => {
    const robots = await (await fetch(`${bank.origin}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${bank.origin}/sitemap.xml`);
    const barred = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path]) => path ?? '');
    expect(barred).toEqual(expect.arrayContaining(['/client', '/admin', '/verificar/']));
    const sitemap = await (await fetch(`${bank.origin}/sitemap.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address]) => address ?? '');
    expect(listed).toContain(`${bank.origin}/`);
    for (const address of [...listed, `${bank.origin}/share.png`, `${bank.origin}/theme.js`]) {
      expect((await fetch(address)).status).toBe(200);
      expect(barred.filter((path) => new URL(address).pathname.startsWith(path))).toEqual([]);
    }
  });

  test('the public page asks no other host for anything, even when scrolled and simulated to the end', async ({
    bank,
    visit,
  }) => {
    const page = await visit(null, { width: 360 });
    await arrive(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByLabel('Quanto você precisa?', { exact: true }).fill('20.000');
    await page.getByLabel('12×').check();
    // 20,000 over 12 months at 2.49 % a month: R$ 1.948,56 by the Price formula, computed independently.
    await page.getByText('R$ 1.948,56').waitFor();
    await page.getByText('Serviços para maiores de 18 anos').scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    expect(new Set(asked)).toEqual(new Set([bank.origin]));
  });

  test('the header of the public page turns solid after 50 px', async ({ page }) => {
    await arrive(page);
    const isSolid = () => page.locator('header.scrolled').count();
    // The scroll event comes with one frame and is drawn with the next.
    await page.evaluate(async () => {
      window.scrollTo(0, 50);
      for (let frames = 0; frames < 3; frames += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    expect(await isSolid()).toBe(0);
    await page.evaluate(() => window.scrollTo(0, 51));
    await page.locator('header.scrolled').waitFor();
  });
});

const arrive = (page: Page) => page.goto('/', { waitUntil: 'networkidle' });
const content = (page: Page, selector: string) => page.locator(selector).getAttribute('content');

/** Width and height from a PNG's header. */
async function sizeOf(address: string): Promise<string> {
  const answer = await fetch(address);
  expect(answer.headers.get('content-type')).toBe('image/png');
  const bytes = new DataView(await answer.arrayBuffer());
  return `${bytes.getUint32(16)}x${bytes.getUint32(20)}`;
}
