/** @module-tag prove */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './bank-test.ts';
import { turnOnApp } from './confirming-app.ts';
import { expectAccessible } from './journey.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const REASON = 'Identificada por vídeo';

/** In the open dialog: refused without a reason, then done. */
async function giveReason(page: Page, act: string, done: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: act, exact: true }).press('Enter');
  await dialog.getByText('Motivo é obrigatório').waitFor();
  await expectAccessible(page, `${act}, refused`);
  await dialog.getByLabel('Motivo').fill(REASON);
  await dialog.getByRole('button', { name: act, exact: true }).press('Enter');
  await page.getByText(done).first().waitFor();
  await dialog.waitFor({ state: 'detached' });
}

test('an administrator asks for the end of lost second factors, whose owner keeps them; then it is taken back by the bank', async ({
  customer,
  office,
  visit,
}) => {
  await turnOnApp(customer);
  const { fullName, email } = customer.person;
  await office.goto(`/admin/users?busca=${encodeURIComponent(email)}`);
  await office.getByRole('link', { name: `Ver histórico de ${fullName}` }).click();
  await button(office, 'Desativar dois fatores').press('Enter');
  await giveReason(office, 'Desativar em 24 horas', 'Pedido registrado');
  await office.getByText('Dois fatores serão desativados').waitFor();
  await expectAccessible(office, 'client whose factors end');

  const page = await visit(customer.script, { width: 360, theme: 'dark' });
  await page.goto('/client/seguranca');
  await page.getByText('Os dois fatores serão desativados').waitFor();
  await expectAccessible(page, 'factors that end');
  await button(page, 'Manter dois fatores').press('Enter');
  await page.getByText('Dois fatores mantidos').first().waitFor();
  await page.getByText('Os dois fatores serão desativados').waitFor({ state: 'detached' });
  expect(await button(page, 'Desativar').isVisible()).toBe(true);

  await office.reload();
  await button(office, 'Desativar dois fatores').press('Enter');
  await giveReason(office, 'Desativar em 24 horas', 'Pedido registrado');
  await button(office, 'Manter').press('Enter');
  await giveReason(office, 'Manter', 'Dois fatores mantidos');
  await button(office, 'Desativar dois fatores').waitFor();
});
