/** @module-tag prove */
import { expect } from 'vitest';
import { addDays } from '../src-server/domain/date.ts';
import { test } from './bank-test.ts';
import { everyLook } from './every-look.ts';
import { tabTo } from './keyboard.ts';
import { awaitReview, openPaymentAccount } from './payment-account.ts';

test.override('switches', { settleMs: 300, approvalMs: 500, documentsAfterMs: 300 });
test.override('env', ({ provider }) => ({ ASAAS_URL: provider.url, ASAAS_API_KEY: provider.apiKey }));

test('a dated charge is made by keyboard on a phone, opened by its payer, and seen paid within seconds', async ({
  bank,
  customer,
  provider,
  visit,
}) => {
  const { script } = customer;
  await openPaymentAccount(script, bank.origin);
  await awaitReview(script, 'approved');
  await script.call('POST', '/api/asaas/pix/create-key', { type: 'EVP' });
  const today = String((await script.call('GET', '/api/auth/me')).body.today);
  const page = await visit(script, { width: 360 });
  const dialog = page.getByRole('dialog');

  await page.goto('/client/pix?aba=receber');
  await tabTo(page, 'link', 'Minhas cobranças');
  await page.keyboard.press('Enter');
  await page.getByText('Nenhuma cobrança ainda').waitFor();
  await everyLook(page, 'no charges');
  await tabTo(page, 'button', 'Nova cobrança');
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Valor' }).pressSequentially('10000');
  await dialog.getByRole('radio', { name: 'Com vencimento' }).press('Space');
  await dialog.getByRole('button', { name: 'Gerar cobrança' }).press('Enter');
  await dialog.getByText('Informe o vencimento').waitFor();
  await dialog.getByText('Descrição é obrigatória').waitFor();
  await dialog.getByLabel('Descrição').fill('Aulas de novembro');
  await dialog.getByLabel('Vencimento', { exact: true }).fill(addDays(today, 10));
  await dialog.getByText('Multa, juros e desconto').press('Enter');
  await dialog.getByLabel('Multa por atraso').fill('12');
  await dialog.getByLabel('Juros ao mês (%)').fill('1,00');
  await dialog.getByLabel('Desconto para quem paga cedo').fill('5');
  await dialog.getByLabel('Até quantos dias antes do vencimento').fill('3');
  await dialog.getByRole('button', { name: 'Gerar cobrança' }).press('Enter');
  await dialog.getByText('A multa é de no máximo 10% do valor').waitFor();
  await everyLook(page, 'a charge, filled in');
  await dialog.getByLabel('Multa por atraso').fill('2');
  await dialog.getByRole('button', { name: 'Gerar cobrança' }).press('Enter');

  await dialog.getByText('Aguardando o pagamento…').waitFor();
  await dialog
    .getByText(/^R\$\s95,00$/)
    .first()
    .waitFor();
  await everyLook(page, 'a charge');
  const [made] = (await script.call('GET', '/api/charges')).body.charges;
  const payload = await dialog.locator('[data-payload]').innerText();

  const payers = await visit(null, { theme: 'dark' });
  const answer = await payers.goto(new URL(String(made?.url)).pathname);
  expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow');
  await payers.getByText('Aulas de novembro').waitFor();
  for (const text of [customer.person.fullName, 'ASAAS GESTÃO FINANCEIRA S.A.', 'Desconto'])
    await payers.getByText(text).first().waitFor();
  expect(await payers.locator('[data-payload]').innerText()).toBe(payload);
  await everyLook(payers, 'the page of a charge');

  await fetch(`${provider.url}/simulator/receive`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ payload, payerName: 'Carla Dias' }),
  });
  const paidAtMs = performance.now();
  await dialog.getByText(/de Carla Dias/).waitFor();
  expect(performance.now() - paidAtMs).toBeLessThan(15_000);
  await everyLook(page, 'a paid charge');
  await payers.getByText('Esta cobrança já foi paga').waitFor();
  await everyLook(payers, 'the page of a paid charge');
  expect(await payers.getByText('Carla').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Fechar' }).last().press('Enter');
  await page.getByText('por Carla Dias').waitFor();
  const { body } = await script.call('GET', '/api/notifications');
  expect(JSON.stringify(body)).toMatch(/Cobrança paga: R\$\s95,00/u);

  const [payment] = (await script.call('GET', `/api/charges/${made?.id}`)).body.charge.payments;
  const back = { amount: '40.00', reason: 'wrong_amount' };
  await script.call('POST', `/api/asaas/pix/${payment?.transactionId}/returns`, back);
  await page.getByRole('link', { name: 'Aulas de novembro' }).press('Enter');
  await dialog
    .getByText(/R\$\s40,00/)
    .first()
    .waitFor();
  await everyLook(page, 'a charge, given back in part');
});

test('an immediate charge is cancelled after a question, its page says so, and the list is filtered and exported', async ({
  bank,
  customer,
  visit,
}) => {
  const { script } = customer;
  await openPaymentAccount(script, bank.origin);
  await awaitReview(script, 'approved');
  await script.call('POST', '/api/asaas/pix/create-key', { type: 'EVP' });
  for (const description of ['Racha do jantar', 'Bicicleta'])
    await script.call('POST', '/api/charges', { amount: '25.50', description });
  const page = await visit(script);
  await page.goto('/client/cobrancas');
  await page.getByText('Bicicleta').waitFor();
  await everyLook(page, 'charges');
  await page.getByRole('link', { name: 'Bicicleta' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancelar cobrança' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('Quem abrir o link vê na hora que ela foi cancelada.').waitFor();
  await everyLook(page, 'a cancellation');
  await question.getByRole('button', { name: 'Cancelar cobrança' }).click();
  await dialog.getByText('Cancelada', { exact: true }).first().waitFor();
  await everyLook(page, 'a cancelled charge');
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await page.getByLabel('Situação').selectOption('cancelled');
  await page.getByText('Racha do jantar').waitFor({ state: 'detached' });
  expect(page.url()).toContain('status=cancelled');
  await page.getByRole('button', { name: 'Exportar' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^cobrancas-\d{4}-\d{2}-\d{2}\.csv$/);
  const [cancelled] = (await script.call('GET', '/api/charges?status=cancelled')).body.charges;
  const payers = await visit();
  await payers.goto(new URL(String(cancelled?.url)).pathname);
  await payers.getByText('Esta cobrança foi cancelada').waitFor();
  expect(await payers.locator('[data-payload]').count()).toBe(0);
  await everyLook(payers, 'the page of a cancelled charge');
  await payers.goto('/cobrar/nenhuma');
  await payers.getByText('Nenhuma cobrança com este endereço').waitFor();
  await everyLook(payers, 'the page of no charge');
});
