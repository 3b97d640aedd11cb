/** @module-tag prove */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './bank-test.ts';
import { everyLook } from './every-look.ts';
import { awaitReview, openPaymentAccount } from './payment-account.ts';

test.override('switches', { settleMs: 300, approvalMs: 500, documentsAfterMs: 300 });
test.override('env', ({ provider }) => ({ ASAAS_URL: provider.url, ASAAS_API_KEY: provider.apiKey }));

const JOANA = { key: 'joana@correio.example', name: 'Joana Prado', document: '11144477735' };

/** What happens at other institutions. */
const outside =
  (url: string) =>
  async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${url}/simulator/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status, await answer.text()).toBe(200);
  };

const enter = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter');

test.for([
  { width: 360, theme: 'dark' },
  { width: 1280, theme: 'light' },
] as const)(
  'a key is claimed, kept from who claims it, and deleted, by keyboard: $width px, $theme',
  async (look, { bank, customer, provider, visit, complaints }) => {
    // A key that is elsewhere, and a contact that nobody has confirmed.
    complaints.allow(/409/);
    const { script, person } = customer;
    const away = outside(provider.url);
    const key = person.cpf.replace(/\D/g, '');
    await openPaymentAccount(script, bank.origin);
    await awaitReview(script, 'approved');
    await away('keys', { key, name: person.fullName, document: key });
    const page = await visit(script, look);
    await page.goto('/client/pix');
    const keys = page.getByRole('list', { name: 'Chaves PIX' }).getByRole('listitem');
    const claims = page.getByRole('list', { name: 'Pedidos de chaves' }).getByRole('listitem');
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));

    await enter(page, 'Nova chave');
    await dialog.getByRole('radio', { name: 'E-mail' }).press('Space');
    await dialog.getByRole('button', { name: 'Criar chave' }).press('Enter');
    await dialog.getByRole('link', { name: 'Confirmar em Meu Perfil' }).waitFor();
    await everyLook(page, 'a contact to be confirmed first');
    await dialog.getByRole('radio', { name: 'CPF' }).press('Space');
    await dialog.getByRole('button', { name: 'Criar chave' }).press('Enter');
    await dialog.getByText(/^Esta chave já é sua em ITAÚ/).waitFor();
    await dialog.getByText(/^Confirme o pedido na instituição onde a chave está, em até 7 dias/).waitFor();
    await everyLook(page, 'a key that is elsewhere');
    await dialog.getByRole('button', { name: 'Pedir portabilidade' }).press('Enter');
    await claims.getByText('Aguardando resposta').waitFor();
    await everyLook(page, 'a claim that waits');

    await away('claims/answer', { key, act: 'confirm' });
    await page.reload();
    await claims.getByText('Concluído').waitFor();
    await keys.getByText('Ativa').waitFor();
    await page.getByRole('button', { name: /^Notificações, [1-9]/ }).waitFor();

    await away('claims', { key, sameHolder: true });
    await page.reload();
    await claims.getByText(/^Responda até/).waitFor();
    await keys.getByText('Pedida por alguém').waitFor();
    expect(await page.getByRole('button', { name: 'Excluir chave CPF' }).count()).toBe(0);
    await everyLook(page, 'a claim of an own key');
    await claims.getByRole('button', { name: /^Manter a chave CPF/ }).press('Enter');
    await everyLook(page, 'keeping a key');
    await dialog.getByRole('button', { name: 'Manter a chave' }).press('Enter');
    await claims.getByText(/^A chave continuou sua pela sua resposta/).waitFor();

    await enter(page, 'Excluir chave CPF');
    await dialog.getByText(/param de valer/).waitFor();
    await everyLook(page, 'deleting a key');
    await dialog.getByRole('button', { name: 'Excluir chave' }).press('Enter');
    await page.getByText('Nenhuma chave ainda').waitFor();
  },
);

test('who pays a key sees its name and institution before, and a name that has changed', async ({
  bank,
  customer,
  fund,
  provider,
  register,
  visit,
}) => {
  const { script } = customer;
  const receiver = await register();
  for (const one of [customer, receiver]) {
    await openPaymentAccount(one.script, bank.origin);
    await awaitReview(one.script, 'approved');
  }
  await fund(customer, '100.00');
  await script.call('POST', '/api/asaas/move', { direction: 'in', amount: '50.00' });
  const away = outside(provider.url);
  const page = await visit(script, { width: 360, theme: 'dark' });
  const review = async (key: string) => {
    await page.goto('/client/pix?aba=transferir');
    await page.getByLabel('PIX copia e cola ou chave').fill(key);
    await page.getByRole('textbox', { name: 'Valor' }).pressSequentially('100');
    await enter(page, 'Continuar');
    await page.getByRole('heading', { name: 'Confira antes de enviar' }).waitFor();
  };
  const pay = async (name: RegExp) => {
    await enter(page, name);
    await page.getByRole('heading', { name: 'Comprovante do PIX' }).waitFor({ timeout: 30_000 });
  };

  const { body: made } = await receiver.script.call('POST', '/api/asaas/pix/create-key', { type: 'EVP' });
  await review(String(made.key?.key));
  await page.getByText('O nome é o do cadastro de quem recebe, que é cliente daqui.').waitFor();
  await page.getByText(receiver.person.fullName).first().waitFor();

  await review(JOANA.key);
  await page.getByText(/^O nome de quem recebe só aparece depois do primeiro pagamento/).waitFor();
  await away('keys', JOANA);
  await review(JOANA.key);
  await page.getByText('ITAÚ UNIBANCO S.A.').waitFor();
  await page.getByText('***.444.777-**').waitFor();
  await pay(/para Joana Prado$/);
  await away('keys', { ...JOANA, name: 'Rita Lopes' });
  await review(JOANA.key);
  await page.getByText('O nome mudou desde a última vez').waitFor();
  await page.getByText('Joana Prado', { exact: true }).waitFor();
  await everyLook(page, 'a payee under another name');
  await page.getByRole('button', { name: /para Rita Lopes$/ }).waitFor();
});
