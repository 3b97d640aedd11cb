/** @module-tag prove */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test as base } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { ANA } from './people.ts';

base.override('env', { SEED: 'demo' });
const test = base;

const unfold = (page: Page) => page.getByRole('button', { name: /^Filtros/ });
const filters = (page: Page) => page.getByRole('region', { name: 'Filtros' });
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

describe('filters on a phone', () => {
  test("the statement's filters fold into one button that counts those set, and are cleared together", async ({
    login,
    visit,
  }) => {
    const page = await visit(await login(ANA), { width: 360 });
    await page.goto('/client/statement');
    await page.getByText('Últimos 30 dias', { exact: true }).waitFor();
    expect(await page.getByLabel('Tipo').count()).toBe(0);
    expect(await unfold(page).innerText()).toBe('Filtros');

    await unfold(page).press('Enter');
    expect(await unfold(page).getAttribute('aria-expanded')).toBe('true');
    await page.getByLabel('Conta', { exact: true }).selectOption('externa');
    await page.getByRole('button', { name: '90 dias' }).click();
    await page.getByRole('button', { name: 'Filtros (2)' }).waitFor();
    await expectAccessible(page, 'unfolded filters');
    await unfold(page).click();
    await page.getByText('Últimos 90 dias, conta externa').waitFor();
    await page.getByText('Lanche da trilha').first().waitFor();
    await unfold(page).click();
    await page.getByLabel('Conta', { exact: true }).selectOption('investimentos');
    await page.getByText('Conta corrente → Investimentos').first().waitFor();
    await expect.poll(() => page.getByText('Lanche da trilha').count()).toBe(0);

    await page.getByRole('button', { name: 'Limpar filtros' }).press('Enter');
    await page.getByText('Últimos 30 dias', { exact: true }).waitFor();
    expect(await unfold(page).innerText()).toBe('Filtros');
    expect(new URL(page.url()).search).toBe('');
    expect(await focusedName(page)).toBe('Filtros');
  });

  test('the ledger folds filters and order alike, and finds what is searched with them folded', async ({
    admin,
    visit,
  }) => {
    const page = await visit(admin, { width: 360, theme: 'dark' });
    await page.goto('/admin/ledger?lado=todos&sentido=saidas&minimo=100');
    await page.getByRole('button', { name: 'Filtros (3)' }).click();
    expect(await page.getByLabel('Sentido').inputValue()).toBe('saidas');
    await page.getByLabel('Ordem').selectOption('data');
    await page.getByText('Livro-razão do banco, do mais antigo ao mais novo').waitFor();
    await expectAccessible(page, "the ledger's unfolded filters");
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    expect(await focusedName(page)).toBe('Filtros');
    await unfold(page).click();
    await filters(page).getByRole('searchbox', { name: 'Buscar' }).fill('zzzz');
    await page.getByText('Nenhum lançamento encontrado').waitFor();
    expect(await unfold(page).innerText()).toBe('Filtros');
  });

  test('a wide window shows every filter and the whole date, a narrow one the short date', async ({
    login,
    visit,
  }) => {
    const page = await visit(await login(ANA));
    await page.goto('/client/statement');
    await page.getByLabel('Conta', { exact: true }).waitFor();
    expect(await unfold(page).count()).toBe(0);
    const date = page.locator('header time').first();
    expect(await date.innerText()).toMatch(/^\S+, \d+ de \S+ de \d{4}$/);
    await page.setViewportSize({ width: 360, height: 640 });
    await unfold(page).waitFor();
    expect(await date.locator('[aria-hidden]').innerText()).toMatch(/^\S{3,4}, \d+ de \S{3,4}$/);
    expect((await page.locator('header').first().boundingBox())?.width).toBe(360);
  });
});
