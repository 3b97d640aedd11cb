/** @module-tag scaled */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { newBankBoleto } from '../src-server/domain/account/new-boleto.ts';
import { addDays } from '../src-server/domain/date.ts';
import { systemClock } from '../src-server/kernel/clock.ts';
import { test as base, type SignedIn } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { complaintsAbout, dialogBy } from './look.ts';
import { awaitReview, openPaymentAccount } from './payment-account.ts';
import { cookiesOf } from './script.ts';

base.override('switches', { settleMs: 1500, approvalMs: 4000, documentsAfterMs: 1000 });
base.override('env', ({ provider }) => ({ ASAAS_URL: provider.url, ASAAS_API_KEY: provider.apiKey }));

/** `payer`: an approved provider account with R$ 200,00, and R$ 800,00 in the bank. */
const test = base.extend('payer', async ({ bank, customer, fund }) => {
  await approve(customer, bank.origin);
  await fund(customer, '1000.00');
  const move = { direction: 'in', amount: '200.00' };
  const moved = await customer.script.call('POST', '/api/asaas/move', move);
  expect(moved.status, JSON.stringify(moved.body)).toBe(201);
  await expect.poll(() => externalBalance(customer)).toBe('200.00');
  return customer;
});

async function approve({ script }: SignedIn, origin: string): Promise<void> {
  await openPaymentAccount(script, origin);
  await awaitReview(script, 'approved');
}

const externalBalance = async ({ script }: SignedIn) =>
  (await script.call('GET', '/api/asaas/balance')).body.balance;

async function codeToBePaid({ script }: SignedIn, amount: string): Promise<string> {
  const made = await script.call('POST', '/api/asaas/pix/create-key', { type: 'EVP' });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const asked = { amount, description: 'Racha do jantar' };
  const { status, body } = await script.call('POST', '/api/asaas/pix/qrcode', asked);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.qrCode.payload;
}

/** Codes carry names in capitals without accents. */
const nameOf = ({ person }: SignedIn) => new RegExp(person.fullName.replace(/[^a-z ]/gi, '.'), 'i');
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const amountBox = (page: Page) => page.getByRole('textbox', { name: 'Valor' });

describe('PIX', () => {
  test('a customer moves money, pays a PIX code with it, and the receiver gets it; a boleto is paid', async ({
    bank,
    customer,
    fund,
    register,
    visit,
  }) => {
    const receiver = await register();
    await Promise.all([customer, receiver].map((one) => approve(one, bank.origin)));
    await fund(customer, '1000.00');
    const payload = await codeToBePaid(receiver, '42.00');
    const page = await visit(customer.script);
    await page.goto('/client/pix?ver=mover');
    await amountBox(page).pressSequentially('20000');
    await expect.poll(() => amountBox(page).inputValue()).toBe('200,00');
    await press(page, 'Continuar');
    await heading(page, 'Confira antes de mover').waitFor();
    await expectAccessible(page, 'move, to be checked');
    await press(page, /^Mover R\$\s200,00 para a conta externa$/);
    await heading(page, 'Comprovante da movimentação').waitFor({ timeout: 30_000 });
    await expectAccessible(page, 'move, receipt');
    await press(page, 'Concluir');
    await page.getByRole('region', { name: 'Saldo conta externa' }).getByText('R$ 200,00').waitFor();

    await page.getByRole('tab', { name: 'Transferir' }).click();
    await page.getByLabel('PIX copia e cola ou chave').fill(payload);
    await page.getByText('Este código paga').waitFor();
    await page.getByText(nameOf(receiver)).first().waitFor();
    expect(await amountBox(page).inputValue()).toBe('42,00');
    expect(await amountBox(page).getAttribute('readonly')).not.toBeNull();
    await expectAccessible(page, 'code, read');
    await press(page, 'Continuar');
    await heading(page, 'Confira antes de enviar').waitFor();
    await expectAccessible(page, 'PIX, to be checked');
    await press(page, /^Enviar R\$\s42,00 para/);
    await page.getByText('Transferência enviada!').first().waitFor();
    await heading(page, 'Comprovante do PIX').waitFor({ timeout: 30_000 });
    expect(await page.getByRole('definition').filter({ hasText: 'Conta externa' }).innerText()).not.toMatch(
      /\d{4}-\d{4}/,
    );
    await page.getByText('Concluída').first().waitFor();
    await expectAccessible(page, 'PIX, receipt');

    await page.goto('/client/transfers?aba=boleto');
    const { line } = newBankBoleto(8_990, addDays(systemClock().today(), 4), 1);
    await page.getByRole('textbox', { name: 'Código do boleto' }).fill(line);
    await press(page, 'Continuar');
    await heading(page, 'Confira antes de pagar').waitFor();
    await press(page, /^Pagar R\$\s89,90$/);
    await heading(page, 'Comprovante de pagamento').waitFor({ timeout: 30_000 });

    const received = async () =>
      (await receiver.script.call('GET', '/api/ledger?account=external')).body.entries[0]?.amount;
    await expect.poll(received, { timeout: 20_000 }).toBe('42.00');
  });

  test('a seller sees what a code received and cannot pay it; a key is made once, and deleted', {
    tags: ['prove'],
  }, async ({ bank, customer, provider, visit, complaints }) => {
    // The second key is refused.
    complaints.allow(/409/);
    await approve(customer, bank.origin);
    const page = await visit(customer.script, { width: 360 });
    await page.goto('/client/pix');
    const keys = page.getByRole('list', { name: 'Chaves PIX' }).getByRole('listitem');
    const makeCpf = async () => {
      await press(page, 'Nova chave');
      await page.getByRole('dialog').getByText('CPF', { exact: true }).click();
      await press(page, 'Criar chave');
    };
    await makeCpf();
    await expect.poll(() => keys.count()).toBe(1);
    await makeCpf();
    await page.getByRole('dialog').getByText('Você já tem esta chave').waitFor();
    await press(page, 'Cancelar');

    await page.getByRole('tab', { name: 'Receber' }).click();
    await amountBox(page).pressSequentially('4200');
    await page.getByLabel('Descrição').fill('Bolo');
    await press(page, 'Gerar QR Code');
    await page.getByText('Aguardando o pagamento…').waitFor();
    const payload = (await page.locator('[data-payload]').innerText()).trim();
    const paid = await fetch(`${provider.url}/simulator/receive`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ payload, payerName: 'Carla Dias' }),
    });
    expect(paid.status).toBe(200);
    await page
      .getByRole('list', { name: 'Pagamentos recebidos' })
      .getByText(/R\$\s42,00 de Carla Dias/)
      .waitFor();
    await page.getByRole('region', { name: 'Saldo conta externa' }).getByText('R$ 42,00').waitFor();
    await page.getByRole('button', { name: /^Notificações, [2-9]/ }).waitFor();
    await expectAccessible(page, 'a code that was paid');

    await page.getByRole('tab', { name: 'Transferir' }).click();
    await page.getByLabel('PIX copia e cola ou chave').fill(payload);
    await page.getByText('Este código paga').waitFor();
    await press(page, 'Continuar');
    await page.getByText('Esta chave é sua.').waitFor();

    await page.getByRole('tab', { name: 'Minhas Chaves' }).click();
    await press(page, 'Excluir chave CPF');
    await page.getByRole('alertdialog', { name: 'Excluir chave PIX?' }).waitFor();
    await expectAccessible(page, 'a key to be deleted');
    await press(page, 'Excluir chave');
    await page.getByText('Nenhuma chave ainda').waitFor();
  });

  test('a PIX that fails gives the money back and says why', { tags: ['prove'] }, async ({
    payer,
    provider,
    visit,
  }) => {
    provider.simulator.switches.failNext = 1;
    const page = await visit(payer.script, { width: 360 });
    await page.goto('/client/pix?aba=transferir');
    const target = page.getByLabel('PIX copia e cola ou chave');
    await target.fill('ninguem');
    await press(page, 'Continuar');
    await page.getByText('Chave PIX inválida').first().waitFor();
    await target.fill('padaria@exemplo.com.br');
    await page.getByText('Chave E-mail').waitFor();
    await amountBox(page).pressSequentially('100001');
    await press(page, 'Continuar');
    await page.getByText('Saldo insuficiente').waitFor();
    await amountBox(page).fill('');
    await amountBox(page).pressSequentially('1000');
    await press(page, 'Continuar');
    await press(page, /^Enviar R\$\s10,00 para/);
    await page.getByText('Erro ao transferir').first().waitFor({ timeout: 30_000 });
    await page.getByText('A transferência não foi feita').waitFor();
    await expectAccessible(page, 'PIX that failed');
    await page.goto('/client/statement?conta=externa');
    const undone = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Devolvido' });
    await undone.getByRole('button').click();
    const details = page.getByRole('dialog', { name: 'PIX' });
    await details.getByText(/^Devolvido em .*não conta como entrada nem saída/).waitFor();
    for (const id of ['Identificador', 'Identificador do estorno'])
      await details.getByRole('term').filter({ hasText: id }).first().waitFor();
    expect(await details.getByRole('button', { name: 'Baixar PDF' }).count()).toBe(0);
  });

  test('every PIX screen passes axe once the external account is approved', { tags: ['release'] }, async ({
    bank,
    browser,
    payer,
  }) => {
    const screens = [
      { path: '/client/dashboard', shows: 'Usar o PIX' },
      { path: '/client/asaas-account', shows: 'Etapas da aprovação' },
      { path: '/client/pix', shows: 'Nenhuma chave ainda', open: dialogBy('Nova chave') },
      { path: '/client/pix?aba=transferir', shows: 'PIX copia e cola ou chave' },
      { path: '/client/pix?aba=receber', shows: 'Receber por QR Code' },
      { path: '/client/statement?conta=externa', shows: 'Saldo do dia' },
    ];
    const cookies = cookiesOf(payer.script, bank.origin);
    expect(await complaintsAbout(browser, bank.origin, screens, cookies)).toEqual([]);
  });

  test('without the provider the rest of the bank works', { tags: ['prove'] }, async ({
    complaints,
    payer,
    provider,
    visit,
  }) => {
    complaints.allow(/status of 50\d/);
    const page = await visit(payer.script, { width: 360, theme: 'dark' });
    await provider.goDown();
    await page.goto('/client/asaas-account');
    await page.getByRole('status').getByText('O provedor de pagamentos não respondeu agora').waitFor();
    await heading(page, 'Conta aprovada').waitFor();
    await page.getByText('Não foi possível carregar os documentos pedidos').waitFor();
    await expectAccessible(page, 'account without the provider');
    await page.goto('/client/pix');
    await page.getByText('Não foi possível carregar as chaves').waitFor();
    await expectAccessible(page, 'keys without the provider');
    await page.goto('/client/dashboard');
    await page.getByText('Não foi possível consultar o saldo').waitFor();
    await heading(page, 'Transações recentes').waitFor();
    await expectAccessible(page, 'dashboard without the provider');
    await provider.comeBack();
    await press(page, 'Tentar de novo');
    await page.getByRole('link', { name: 'Usar o PIX' }).waitFor();
    await provider.goDown();
    const refresh = 'Atualizar saldo da conta externa';
    await press(page, refresh);
    await page.getByText(/^O provedor não respondeu\. Valor das/).waitFor();
    await provider.comeBack();
    const answered = page.waitForResponse(/trpc\/pix\.balance/);
    await press(page, refresh);
    expect((await answered).status()).toBe(200);
    await page.getByText(/^Para PIX · às/).waitFor();
  });
});
