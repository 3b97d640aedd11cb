/** @module-tag prove */
import { expect } from 'vitest';
import { test } from './bank-test.ts';

test('the destination of a transfer still gets its message after a blocked Continuar', async ({
  customer,
  register,
  visit,
}) => {
  const other = await register();
  const numberOf = async ({ script }: typeof customer) =>
    String((await script.call('GET', '/api/accounts')).body.accounts[0]?.accountNumber).replace('-', '');
  const page = await visit(customer.script);
  await page.goto('/client/transfers');
  const destination = page.getByLabel('Conta de destino');
  const wrong = page.getByText('Número de conta inválido: confira os dígitos');
  const type = async (digits: string) => {
    await destination.fill('');
    await destination.pressSequentially(digits);
  };
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect.poll(() => destination.getAttribute('aria-invalid')).toBe('true');
  const right = await numberOf(other);
  const lastDigit = right.endsWith('0') ? '1' : '0';
  await type(`${right.slice(0, -1)}${lastDigit}`);
  await wrong.waitFor();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await type(await numberOf(customer));
  await page.getByText('Não é possível transferir para a própria conta').waitFor();
  await type(right);
  await page.getByText(other.person.fullName).first().waitFor();
  expect(await wrong.count()).toBe(0);
});

test('the verification of a document leads a customer back into the portal', async ({ customer, visit }) => {
  const page = await visit(customer.script);
  await page.goto('/client/dashboard');
  // Noted once the portal is used, which may be after its heading is shown.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('ultimo-uso'))).not.toBeNull();
  await page.goto('/verificar');
  await page.getByRole('link', { name: 'Voltar ao portal' }).click();
  await page.waitForURL('**/client/dashboard');
});

test('the menu of the portal fits a phone and leads to the support, and the support back', async ({
  customer,
  visit,
}) => {
  const page = await visit(customer.script, { width: 360 });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/client/investments');
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  const menu = page.getByRole('dialog');
  const last = await menu.getByRole('link', { name: 'Meu Perfil' }).boundingBox();
  const next = await menu.getByText('Sistema').boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(next?.y ?? 0);
  await menu.getByRole('link', { name: 'Fale com o atendimento' }).click();
  await page.getByRole('heading', { level: 1, name: 'Atendimento' }).waitFor();
  for (const fact of ['Telefone', 'Horário', 'Endereço'])
    await page.getByRole('term').filter({ hasText: fact }).first().waitFor();
  await page.getByRole('link', { name: 'Voltar ao portal' }).click();
  await page.waitForURL('**/client/dashboard');
});
