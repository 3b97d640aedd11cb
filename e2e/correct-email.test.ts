/** @module-tag prove */
import type { Page } from 'playwright-core';
import { test } from './bank-test.ts';
import { expectAccessible } from './journey.ts';

const dialogOn = (page: Page) => page.getByRole('dialog');
const toast = (page: Page, text: string) => page.locator('li[data-tone]').filter({ hasText: text }).waitFor();

test('an administrator corrects a client’s e-mail, and both addresses are told', async ({
  office: page,
  register,
}) => {
  const { person } = await register();
  const dialog = dialogOn(page);
  await page.goto(`/admin/users?busca=${encodeURIComponent(person.email)}`);
  await page.getByRole('link', { name: `Ver histórico de ${person.fullName}` }).click();
  await page.getByRole('button', { name: `Corrigir o e-mail de ${person.fullName}` }).click();
  await expectAccessible(page, 'correction of an e-mail');
  const act = dialog.getByRole('button', { name: 'Corrigir e-mail' });
  await act.click();
  await dialog.getByText('E-mail inválido').waitFor();
  await dialog.getByLabel('E-mail correto').fill(`certo.${person.email}`);
  await dialog.getByLabel('Motivo').fill('Digitado errado no cadastro');
  await act.click();
  await toast(page, 'E-mail corrigido');
  await page.getByText(`certo.${person.email}`).first().waitFor();
});
