import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser, openPage } from './browser.ts';
import { expectAccessible } from './journey.ts';
import { joana } from './people.ts';

let bank: RunningBank;
let browser: Browser;

beforeAll(async () => {
  bank = await startBank();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await bank?.stop();
});

test('a customer without money changes the password and closes the account for good', async () => {
  const { page, complaints } = await openPage(browser, bank.origin, { width: 360 });
  const opening = { ...joana, acceptedTerms: true };
  const headers = { origin: bank.origin };
  expect((await page.request.post('/api/auth/register', { data: opening, headers })).status()).toBe(201);
  await page.goto('/client/profile?aba=seguranca');
  const dialog = page.locator('[role=dialog], [role=alertdialog]');
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await dialog.getByLabel('Senha atual').fill(joana.password);
  await dialog.getByLabel('Nova senha').fill('senha123456');
  const change = dialog.getByRole('button', { name: 'Alterar senha' });
  await change.click();
  await dialog.getByText('Esta senha é muito comum: escolha outra').waitFor();
  await expectAccessible(page, 'password refused');
  const next = 'manaca-na-serra-2026';
  await dialog.getByLabel('Nova senha').fill(next);
  await change.click();
  await page.getByText('Senha alterada').first().waitFor();

  await page.getByRole('tab', { name: 'Privacidade' }).click();
  await page.getByText('Ninguém consultou o seu cadastro.').waitFor();
  await page.getByRole('button', { name: 'Pedir encerramento' }).click();
  await dialog.getByText('Isto não tem volta').waitFor();
  await dialog.getByLabel('Sua senha').fill(joana.password);
  await dialog.getByLabel('Digite ENCERRAR').fill('ENCERRAR');
  await dialog.getByRole('button', { name: 'Encerrar conta' }).click();
  await dialog.getByText('Senha incorreta').waitFor();
  await dialog.getByLabel('Sua senha').fill(next);
  await dialog.getByRole('button', { name: 'Encerrar conta' }).click();
  await page.waitForURL('**/login');
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
  expect(complaints).toEqual([]);
  await page.context().close();
});
