/** @module-tag prove */
import { expect } from 'vitest';
import { test as base } from './bank-test.ts';
import { openPage } from './browser.ts';
import { onPaper, qrBitmap } from './code-pictures.ts';
import { confirmEmails } from './confirm-emails.ts';
import { everyLook } from './every-look.ts';
import { launchWithCamera } from './fake-camera.ts';
import { awaitReview, openPaymentAccount } from './payment-account.ts';
import { cookiesOf } from './script.ts';
import { agePasskeys, withAuthenticator } from './virtual-authenticator.ts';

base.override('switches', { settleMs: 300, approvalMs: 500, documentsAfterMs: 0 });
base.override('env', ({ provider }) => ({
  MONEY_RULES: 'standard',
  ASAAS_URL: provider.url,
  ASAAS_API_KEY: provider.apiKey,
}));

/** `payer`: R$ 900,00 in the bank and R$ 100,00 in the external account. `code`: a shop charges R$ 150,00. */
const test = base
  .extend('payer', async ({ bank, customer, fund }) => {
    confirmEmails(bank.dataDir);
    // Activating the account and adding a passkey need a proof given since the sign-in.
    const { password } = customer.person;
    await customer.script.call('POST', '/api/auth/reauthenticate', { password });
    await openPaymentAccount(customer.script, bank.origin);
    await awaitReview(customer.script, 'approved');
    await fund(customer, '1000.00');
    const moved = await customer.script.call('POST', '/api/asaas/move', {
      direction: 'in',
      amount: '100.00',
    });
    expect(moved.status, JSON.stringify(moved.body)).toBe(201);
    return customer;
  })
  .extend('code', async ({ provider }) => {
    const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    const body = JSON.stringify({ value: '150.00', description: 'Cesta de pães' });
    const answer = await fetch(`${provider.url}/simulator/charges`, { ...asked, body });
    return String(((await answer.json()) as { payload: string }).payload);
  })
  .extend('page', async ({ bank, payer, code, complaints }, { onCleanup }) => {
    const film = onPaper([qrBitmap(code, 8)], { width: 1280, height: 720 });
    const { browser, end } = await launchWithCamera({ film, mayFilm: true });
    onCleanup(end);
    const opened = await openPage(browser, bank.origin, { width: 360 });
    complaints.lists.push(opened.complaints);
    const context = opened.page.context();
    await context.addCookies(cookiesOf(payer.script, bank.origin));
    await context.grantPermissions(['camera']);
    return opened.page;
  });

test('the code of a shop is filmed, and paid with a cover and a signature in one confirmation', async ({
  bank,
  complaints,
  page,
  payer,
}) => {
  complaints.allow(/403/);
  await withAuthenticator(page);
  await page.goto('/client/seguranca');
  await page.getByRole('button', { name: 'Adicionar chave' }).press('Enter');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nome' }).fill('Celular');
  await page.keyboard.press('Enter');
  await page.getByText('Chave de acesso adicionada').first().waitFor();
  agePasskeys(bank.dataDir);

  await page.goto('/client/pix?aba=transferir');
  await page.getByRole('link', { name: 'Ler código' }).press('Enter');
  await page.getByText('Padaria do Vale Ltda').first().waitFor();
  await page.getByText('Cesta de pães').first().waitFor();
  await page.getByRole('button', { name: 'Continuar' }).press('Enter');
  await page.getByText('Faltam R$ 50,00 na conta externa').waitFor();
  await page
    .getByRole('button', { name: /^Enviar R\$\s150,00 para .*, com R\$\s50,00 da conta corrente$/ })
    .press('Enter');
  const sign = page.getByRole('button', { name: 'Confirmar com a chave de acesso' });
  await sign.waitFor();
  await everyLook(page, 'a covered code to sign');
  await sign.press('Enter');
  await page.getByRole('heading', { name: 'Comprovante do PIX' }).waitFor();
  await everyLook(page, 'the receipt of a covered code');
  const [account] = (await payer.script.call('GET', '/api/accounts')).body.accounts;
  const external = (await payer.script.call('GET', '/api/asaas/balance')).body.balance;
  expect([account?.balance, external]).toEqual(['850.00', '0.00']);
});
