/** @module-tag prove */
import { expect } from 'vitest';
import { test } from './bank-test.ts';
import { everyLook } from './every-look.ts';
import { awaitReview, openPaymentAccount } from './payment-account.ts';

test.override('switches', { settleMs: 300, approvalMs: 500, documentsAfterMs: 300 });
test.override('env', ({ provider }) => ({ ASAAS_URL: provider.url, ASAAS_API_KEY: provider.apiKey }));

test('a received PIX is given back in parts from the statement, with the keyboard on a phone', async ({
  bank,
  customer,
  provider,
  visit,
}) => {
  const { script } = customer;
  await openPaymentAccount(script, bank.origin);
  await awaitReview(script, 'approved');
  const { body: made } = await script.call('POST', '/api/asaas/pix/create-key', { type: 'EVP' });
  await fetch(`${provider.url}/simulator/receive`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ addressKey: made.key?.key, value: 80, payerName: 'Carla Dias' }),
  });
  const page = await visit(script, { width: 360 });
  await page.goto('/client/statement?conta=externa');
  const rows = page.getByRole('main').getByRole('listitem').getByRole('button');
  const received = rows.filter({ hasText: 'PIX recebido de Carla Dias' });
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Atualizar' }).click();
      return received.count();
    })
    .toBe(1);

  await received.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Você pode devolver este PIX, inteiro ou em partes, até/).waitFor();
  await everyLook(page, 'a received PIX');
  await dialog.getByRole('button', { name: 'Devolver' }).press('Enter');
  const amount = dialog.getByRole('textbox', { name: 'Valor' });
  expect(await amount.inputValue()).toBe('80,00');
  await amount.fill('');
  await amount.pressSequentially('9000');
  const onward = dialog.getByRole('button', { name: 'Continuar' });
  await onward.press('Enter');
  await dialog.getByText(/^Restam R\$\s80,00 a devolver$/).waitFor();
  await dialog.getByRole('button', { name: 'Tudo' }).press('Enter');
  expect(await amount.inputValue()).toBe('80,00');
  await amount.fill('');
  await amount.pressSequentially('3000');
  await dialog.getByRole('radio', { name: 'Outro motivo' }).press('Space');
  await onward.press('Enter');
  await dialog.getByText('Escreva o motivo').waitFor();
  await dialog.getByLabel('Qual motivo?').fill('Faltou uma peça');
  await everyLook(page, 'a return, filled in');
  await onward.press('Enter');
  await dialog.getByRole('heading', { name: 'Confira antes de devolver' }).waitFor();
  await everyLook(page, 'a return, to be checked');
  await dialog.getByRole('button', { name: /^Devolver R\$\s30,00 para Carla Dias$/ }).press('Enter');
  await dialog.getByRole('heading', { name: 'PIX devolvido' }).waitFor({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Baixar PDF' }).waitFor();
  await everyLook(page, 'a return, receipt');
  await dialog.getByRole('button', { name: 'Concluir' }).press('Enter');

  const returned = rows.filter({ hasText: 'Devolução de PIX de Carla Dias' });
  await returned.press('Enter');
  await dialog.getByRole('link', { name: /^Ver o PIX recebido em/ }).press('Enter');
  await received.waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  await received.press('Enter');
  await dialog.getByText('Faltou uma peça').waitFor();
  await dialog.getByText(/^Restam R\$\s50,00 a devolver/).waitFor();
});
