/** @module-tag prove */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './bank-test.ts';
import { expectAccessible, signIn } from './journey.ts';

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Você ainda está aí?' });
const bell = (page: Page) => page.getByRole('button', { name: /^Notificações/ });
const list = (page: Page) => page.getByRole('dialog', { name: 'Notificações' });
/** The bell is filled and the use of the session is watched: both begin after the screen, and filling the bell is a use. */
async function shellIsReady(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notificações, \d/ }).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('ultimo-uso'))).not.toBeNull();
}
const focusedLabel = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

describe('the bell and the session', () => {
  test('the bell counts, lists, opens and marks notifications as read', async ({
    customer: { person },
    visit,
  }) => {
    const page = await visit(null, { width: 360 });
    await signIn(page, person.cpf, person.password);
    await page.locator('h1:focus').waitFor();
    await page.getByRole('button', { name: 'Notificações, 1 não lida', exact: true }).focus();
    await page.keyboard.press('Enter');
    const entry = list(page).getByRole('link', { name: /Novo acesso à sua conta/ });
    await entry.waitFor();
    await expectAccessible(page, 'notifications');
    await page.keyboard.press('Escape');
    await list(page).waitFor({ state: 'hidden' });
    await expect.poll(() => focusedLabel(page)).toBe('Notificações, 1 não lida');

    await bell(page).click();
    await entry.click();
    await page.waitForURL('**/client/profile*');
    await list(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Notificações', exact: true }).waitFor();

    await signIn(await visit(), person.cpf, person.password);
    await page.getByRole('link', { name: 'PIX', exact: true }).click();
    await page.getByRole('button', { name: 'Notificações, 1 não lida', exact: true }).click();
    await list(page).getByRole('button', { name: 'Marcar todas como lidas' }).click();
    await page.getByRole('button', { name: 'Notificações', exact: true }).waitFor();
    await expect.poll(() => list(page).getByText('Não lida:').count()).toBe(0);
  });

  test('a list of notifications that cannot be loaded says so, and can be asked for again', async ({
    complaints,
    customer: { person },
    page,
  }) => {
    complaints.allow(/ERR_FAILED/);
    await page.route('**/trpc/*notifications.list*', (route) => route.abort());
    await signIn(page, person.cpf, person.password);
    await bell(page).click();
    await list(page).getByText('Não foi possível carregar as notificações').waitFor();
    await expectAccessible(page, 'notifications not fetched');
    await page.unroute('**/trpc/*notifications.list*');
    await list(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await list(page).getByText('Novo acesso à sua conta').waitFor();
  });

  test('the end of an unused session is announced, can be postponed from any window, and leads back after the next sign-in', async ({
    customer: { person },
    page,
  }) => {
    await page.clock.install();
    await signIn(page, person.cpf, person.password);
    await page.goto('/client/transfers');
    await page.getByRole('heading', { name: 'Transferências' }).waitFor();
    await shellIsReady(page);
    await page.clock.fastForward('12:50');
    expect(await warning(page).count()).toBe(0);
    await page.clock.fastForward('00:20');
    await warning(page).waitFor();
    expect(await page.getByRole('timer').innerText()).toMatch(/^0:[345]\d$/);
    await expectAccessible(page, 'session ending');
    await expect.poll(() => focusedLabel(page)).toBe('Continuar conectado');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => focusedLabel(page)).toBe('Sair agora');
    await page.getByRole('button', { name: 'Continuar conectado' }).click();
    await warning(page).waitFor({ state: 'detached' });

    await page.clock.fastForward('13:10');
    await warning(page).waitFor();
    const now = await page.evaluate(() => Date.now());
    await elsewhere(page, `localStorage.setItem('ultimo-uso', '${now}')`);
    await warning(page).waitFor({ state: 'detached' });

    await page.clock.fastForward('13:10');
    await warning(page).waitFor();
    await page.clock.fastForward('00:55');
    await page.waitForURL('**/login?next=%2Fclient%2Ftransfers&ended=idle');
    await page.getByText('Sua sessão terminou por falta de uso.').waitFor();
    await expectAccessible(page, 'login after an unused session');
    await page.getByLabel('CPF ou CNPJ').fill(person.cpf);
    await page.getByLabel('Senha', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.waitForURL('**/client/transfers');
  });

  test('typing postpones the end of the session, and a logout ends it in all windows', async ({
    customer: { person },
    page,
  }) => {
    await page.clock.install();
    await signIn(page, person.cpf, person.password);
    await shellIsReady(page);
    await page.clock.fastForward('12:00');
    const asked = page.waitForResponse(/auth\.me/);
    await page.keyboard.press('Shift');
    await asked;
    await page.clock.fastForward('12:00');
    expect(await warning(page).count()).toBe(0);

    const other = await page.context().newPage();
    await other.goto('/client/pix');
    await other.getByRole('heading', { name: 'PIX' }).waitFor();
    await other.getByRole('button', { name: 'Sair' }).click();
    await other.waitForURL('**/login');
    await page.waitForURL('**/login?next=%2Fclient%2Fdashboard');
  });
});

async function elsewhere(page: Page, script: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/favicon.svg');
  await other.evaluate(script);
  await other.close();
}
