/** @module-tag prove */
import { expect } from 'vitest';
import { test } from './bank-test.ts';
import { expectAccessible } from './journey.ts';

test('a customer without money changes the password and closes the account for good', async ({
  customer: { person, script },
  visit,
}) => {
  const page = await visit(script, { width: 360 });
  await page.goto('/client/profile?aba=seguranca');
  const dialog = page.locator('[role=dialog], [role=alertdialog]');
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await dialog.getByLabel('Senha atual').fill(person.password);
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
  const other = await page.context().newPage();
  await other.goto('/client/pix');
  await other.getByRole('heading', { name: 'PIX' }).waitFor();
  await page.getByRole('button', { name: 'Pedir encerramento' }).click();
  await dialog.getByText('Isto não tem volta').waitFor();
  await dialog.getByLabel('Sua senha').fill(person.password);
  await dialog.getByLabel('Digite ENCERRAR').fill('sim');
  await dialog.getByRole('button', { name: 'Encerrar conta' }).click();
  await dialog.getByText('Digite ENCERRAR para confirmar').nth(1).waitFor();
  await dialog.getByLabel('Digite ENCERRAR').fill('encerrar');
  await dialog.getByRole('button', { name: 'Encerrar conta' }).click();
  await dialog.getByText('Senha incorreta').waitFor();
  await dialog.getByLabel('Sua senha').fill(next);
  await dialog.getByRole('button', { name: 'Encerrar conta' }).click();
  await page.waitForURL('**/login');
  await other.waitForURL('**/login?next=%2Fclient%2Fpix');
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
});
