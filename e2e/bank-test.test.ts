/** @module-tag prove */
import { describe } from 'vitest';
import { test } from './bank-test.ts';

/** `test.fails` passes only if its test fails. */
describe('the browser page of an e2e test', () => {
  test.fails('a page whose script reports an error fails its test', async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => console.error('planted'));
  });

  test.fails('a page that asks a foreign host fails its test', async ({ page }) => {
    await page.route('https://elsewhere.example/**', (route) => route.fulfill({ body: '' }));
    await page.goto('/');
    await page.evaluate(() => fetch('https://elsewhere.example/').catch(() => null));
  });

  test('a page may report an error that its test allows', async ({ complaints, page }) => {
    complaints.allow(/planted/);
    await page.goto('/');
    await page.evaluate(() => console.error('planted'));
  });
});
