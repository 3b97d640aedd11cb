/** @module-tag prove */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { newBankBoleto } from '../src-server/domain/account/new-boleto.ts';
import { formatBrl } from '../src-server/domain/money.ts';
import { test as base, type SignedIn } from './bank-test.ts';
import { grant } from './credit-proposals.ts';
import { expectAccessible } from './journey.ts';
import { awaitReview, loseAnswer, openPaymentAccount } from './payment-account.ts';

base.override('switches', { settleMs: 500, approvalMs: 500, documentsAfterMs: 0 });
base.override('env', ({ provider }) => ({ ASAAS_URL: provider.url, ASAAS_API_KEY: provider.apiKey }));

/** `payer`: R$ 800,00 in the bank and R$ 200,00 in the external account. */
const test = base.extend('payer', async ({ bank, customer, fund }) => {
  await openPaymentAccount(customer.script, bank.origin);
  await awaitReview(customer.script, 'approved');
  await fund(customer, '1000.00');
  const move = { direction: 'in', amount: '200.00' };
  const moved = await customer.script.call('POST', '/api/asaas/move', move);
  expect(moved.status, JSON.stringify(moved.body)).toBe(201);
  return customer;
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

async function balances({ script }: SignedIn): Promise<string[]> {
  const [account] = (await script.call('GET', '/api/accounts')).body.accounts;
  const external = (await script.call('GET', '/api/asaas/balance')).body.balance;
  return [account?.balance ?? '', external];
}

async function fillTransfer(page: Page, receiver: SignedIn, amount: string): Promise<void> {
  const [account] = (await receiver.script.call('GET', '/api/accounts')).body.accounts;
  await page.goto('/client/transfers');
  await page.getByRole('textbox', { name: 'Conta de destino' }).fill(account?.accountNumber ?? '');
  await page.getByRole('textbox', { name: 'Valor' }).fill(amount);
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Aluguel');
  await press(page, 'Continuar');
}

describe('a payment beyond one account', () => {
  test('a transfer offers the external account, takes the rest from it, and one confirmation does both', async ({
    payer,
    register,
    visit,
  }) => {
    const receiver = await register();
    const page = await visit(payer.script, { width: 360 });
    await fillTransfer(page, receiver, '90000');
    await page.getByText('Faltam R$ 100,00 na conta corrente').waitFor();
    await page.getByText('Você tem R$ 200,00 na conta externa').waitFor();
    await expectAccessible(page, 'a transfer with a cover, at 360 px');
    await press(page, /^Enviar R\$\s900,00 para .*, com R\$\s100,00 da conta externa$/);
    await heading(page, 'Comprovante de transferência');
    expect(await balances(payer)).toEqual(['0.00', '100.00']);
    const [received] = (await receiver.script.call('GET', '/api/accounts')).body.accounts;
    expect(received?.balance).toBe('900.00');
  });

  test('a lost answer is repeated with the same key and pays once', async ({
    payer,
    register,
    visit,
    complaints,
  }) => {
    complaints.allow(/502 \(Bad Gateway\)/);
    const receiver = await register();
    const page = await visit(payer.script);
    await fillTransfer(page, receiver, '95000');
    await page.getByText('Faltam R$ 150,00 na conta corrente').waitFor();
    await loseAnswer(page, 'account.cover.pay');
    await press(page, /^Enviar/);
    await page.getByText('Não sabemos se a transferência foi feita').waitFor();
    await press(page, 'Tentar de novo');
    await heading(page, 'Comprovante de transferência');
    expect(await balances(payer)).toEqual(['0.00', '50.00']);
  });

  test('a boleto is covered by the external account', async ({ payer, visit }) => {
    const page = await visit(payer.script);
    const { today } = (await payer.script.call('GET', '/api/auth/me')).body;
    await page.goto('/client/transfers?aba=boleto');
    const { line } = newBankBoleto(85_000, today, 1);
    await page.getByRole('textbox', { name: 'Código do boleto' }).fill(line);
    await press(page, 'Continuar');
    await page.getByText('Faltam R$ 50,00 na conta corrente').waitFor();
    await press(page, /^Pagar R\$\s850,00, com R\$\s50,00 da conta externa$/);
    await heading(page, 'Comprovante de pagamento');
    expect(await balances(payer)).toEqual(['0.00', '150.00']);
  });

  test('a PIX is covered by the checking account', async ({ payer, visit }) => {
    const page = await visit(payer.script, { width: 360 });
    await page.goto('/client/pix?aba=transferir');
    await page.getByRole('textbox', { name: 'PIX copia e cola ou chave' }).fill('pessoa@correio.example');
    await page.getByRole('textbox', { name: 'Valor' }).fill('25000');
    await press(page, 'Continuar');
    await page.getByText('Faltam R$ 50,00 na conta externa').waitFor();
    await press(page, /^Enviar R\$\s250,00 para .*, com R\$\s50,00 da conta corrente$/);
    await heading(page, 'Comprovante do PIX');
    expect(await balances(payer)).toEqual(['750.00', '0.00']);
  });

  test('an investment is covered by the external account', async ({ admin, payer, visit }) => {
    await admin.call('POST', '/api/investments/products', {
      ...{ name: 'CDB Vale 90', description: 'Renda fixa', minAmount: '100.00' },
      ...{ annualRate: '12.00', termDays: 90, riskLevel: 'low' },
    });
    const page = await visit(payer.script, { width: 360 });
    await page.goto('/client/investments');
    await press(page, 'Investir em CDB Vale 90');
    const form = page.getByRole('region', { name: 'Nova aplicação' });
    await form.getByLabel('Valor').fill('93000');
    await form.getByRole('button', { name: 'Continuar' }).click();
    await page.getByText('Faltam R$ 130,00 na conta corrente').waitFor();
    await expectAccessible(page, 'an investment with a cover');
    await press(page, /^Investir R\$\s930,00, com R\$\s130,00 da conta externa$/);
    await heading(page, 'Investimento realizado');
    expect(await balances(payer)).toEqual(['0.00', '70.00']);
  });

  test('an instalment is covered by the external account', async ({
    admin,
    bank,
    payer,
    register,
    visit,
  }) => {
    await grant(bank.origin, admin, payer);
    const [account] = (await (await register()).script.call('GET', '/api/accounts')).body.accounts;
    const amount = (Number((await balances(payer))[0]) - 250).toFixed(2);
    const order = { accountNumber: account?.accountNumber, amount, description: 'Obra' };
    expect((await payer.script.call('POST', '/api/transfers', order)).status).toBe(201);
    const { schedules } = (await payer.script.call('GET', '/api/credit/schedules')).body;
    const first = schedules.find(({ installmentNumber }) => installmentNumber === 1);
    const missing = Number(first?.amountToday) - 250;
    expect(missing).toBeGreaterThan(0);
    const page = await visit(payer.script, { width: 360 });
    await page.goto('/client/my-credits');
    await press(page, 'Pagar parcela');
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click();
    await page.getByText(`Faltam ${formatBrl(Math.round(missing * 100))} na conta corrente`).waitFor();
    await expectAccessible(page, 'an instalment with a cover');
    await press(page, /^Pagar R\$\s[\d,]+, com R\$\s[\d,]+ da conta externa$/);
    await heading(page, 'Parcela paga');
    expect(await balances(payer)).toEqual(['0.00', (200 - missing).toFixed(2)]);
  });

  test('an amount beyond both accounts is refused on the form', async ({ payer, register, visit }) => {
    const page = await visit(payer.script);
    await fillTransfer(page, await register(), '100001');
    await page.getByText('Saldo insuficiente').waitFor();
    expect(await balances(payer)).toEqual(['800.00', '200.00']);
  });
});
