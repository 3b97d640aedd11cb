/** @module-tag scaled */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { addDays } from '../src-server/domain/date.ts';
import { forecast } from '../src-server/domain/investment/forecast.ts';
import { formatBrl, toDecimal } from '../src-server/domain/money.ts';
import { keepFromMidnight } from './bank-noon.ts';
import { test as base } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { signatureCode } from './mailbox.ts';
import { ANA } from './people.ts';
import type { Script } from './script.ts';

base.override('env', { SEED: 'demo' });
// The tests count days, so they must not cross midnight.
const test = base.extend('bank', { scope: 'file' }, async ({ bank }) => {
  await keepFromMidnight(bank.origin);
  return bank;
});

const AMOUNT_CENTS = 30_000;

const balanceOf = async (script: Script) => {
  const [account] = (await script.call('GET', '/api/accounts')).body.accounts;
  return Number(account?.balance.replace('.', ''));
};

async function invest(page: Page): Promise<void> {
  await page.goto('/client/investments');
  await page.getByRole('heading', { name: 'Meus investimentos' }).waitFor();
  const form = page.getByRole('region', { name: 'Nova aplicação' });
  await form.getByRole('button', { name: 'Continuar' }).click();
  await form.getByText('Selecione um produto').first().waitFor();
  await form.getByText('Valor deve ser maior que zero').first().waitFor();
  await page.getByRole('button', { name: 'Investir em CDB Vale 90' }).click();
  await form.getByText(/Valor mínimo deste produto: R\$\s100,00/).waitFor();
  await form.getByLabel('Valor').pressSequentially('9999');
  await form.getByRole('button', { name: 'Continuar' }).click();
  await form.getByText(/O valor mínimo deste produto é R\$\s100,00/).waitFor();
  await expectAccessible(page, 'investments, below the minimum');
  await form.getByLabel('Valor').fill('');
  await form.getByLabel('Valor').pressSequentially(String(AMOUNT_CENTS));
  await form.getByRole('button', { name: 'Continuar' }).click();
  await form.getByRole('heading', { name: 'Confira antes de investir' }).waitFor();
}

async function sign(page: Page, newestCode: () => Promise<string>): Promise<void> {
  await page.getByRole('heading', { name: 'Cláusulas' }).waitFor();
  await expectAccessible(page, 'contract, to be read');
  await page.getByRole('button', { name: 'Solicitar assinatura' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assinar contrato' });
  await page.getByText('OTP enviado').first().waitFor();
  await dialog.getByText('an***@correio.example').waitFor();
  const box = dialog.getByLabel('Código recebido');
  const confirm = dialog.getByRole('button', { name: 'Confirmar assinatura' });
  const code = await newestCode();
  await box.fill(code.slice(0, 5));
  expect(await confirm.isDisabled()).toBe(true);
  await box.fill(code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`);
  await confirm.click();
  await dialog.getByText('Código OTP inválido ou expirado. Restam 4 tentativas.').waitFor();
  await page.getByText('Erro ao assinar').first().waitFor();
  expect(await box.inputValue()).toBe('');
  await expectAccessible(page, 'signature, wrong code');
  await box.fill(`${code.slice(0, 3)}-${code.slice(3)}`.toLowerCase());
  expect(await box.inputValue()).toBe(code);
  await page.keyboard.press('Enter');
  await page.getByText('Contrato assinado').first().waitFor();
  await dialog.waitFor({ state: 'detached' });
}

/** Compares the signed contract as stored and with one bit changed; the page finds the code in the file. */
async function compare(page: Page, pdf: Buffer): Promise<void> {
  const drop = (buffer: Buffer) =>
    page
      .getByLabel('Arquivo a comparar')
      .setInputFiles({ name: 'recebido.pdf', mimeType: 'application/pdf', buffer });
  const altered = Buffer.from(pdf);
  altered[pdf.length >> 1] = (altered[pdf.length >> 1] ?? 0) ^ 1;
  await drop(altered);
  await page.getByText('Este arquivo NÃO é o original').waitFor();
  await page.goto('/verificar');
  await drop(pdf);
  await page.getByText('Este arquivo é o original').waitFor();
  await page.goto('/verificar');
  await drop(altered);
  await page.getByText('Este arquivo NÃO é o original').waitFor();
}

describe('investments and contracts', () => {
  test('a customer invests, signs, verifies the receipt, and is paid at the maturity', async ({
    bank,
    login,
    visit,
  }) => {
    const script = await login(ANA);
    const page = await visit(script);
    const before = await balanceOf(script);
    const { today, user } = (await script.call('GET', '/api/auth/me')).body;
    const paid = forecast({ amountCents: AMOUNT_CENTS, annualRatePercent: '11.75', startOn: today }, 90);

    await invest(page);
    await page.getByText(formatBrl(paid.netCents)).first().waitFor();
    await expectAccessible(page, 'investment, to be checked');
    await page.getByRole('button', { name: /^Investir R\$\s300,00$/ }).click();
    await page.getByRole('heading', { name: 'Investimento realizado' }).waitFor();
    expect(await balanceOf(script)).toBe(before - AMOUNT_CENTS);
    await page.getByRole('link', { name: 'Ler e assinar o contrato' }).click();

    await sign(page, () => signatureCode(bank.origin, user.email));
    const opened = page.context().waitForEvent('page');
    const link = page.getByRole('link', { name: /^Baixar PDF/ });
    const href = (await link.getAttribute('href')) ?? '';
    await link.click();
    await (await opened).close();
    const pdf = await (await page.request.get(href)).body();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByRole('link', { name: 'Página de verificação' }).click();
    await page.getByRole('heading', { name: 'Documento genuíno' }).waitFor();
    await page.getByText(createHash('sha256').update(pdf).digest('hex')).waitFor();
    await compare(page, pdf);

    await script.call('POST', '/dev/clock', { advanceDays: paid.calendarDays });
    const { body: later } = await script.call('GET', '/api/auth/me');
    expect(later.today).toBe(addDays(today, paid.calendarDays));
    const { body } = await script.call('GET', '/api/investments');
    const mature = body.investments.find(({ amount }) => amount === toDecimal(AMOUNT_CENTS));
    expect(mature).toMatchObject({ status: 'matured', netToday: toDecimal(paid.netCents) });

    await page.goto('/client/statement?periodo=7');
    await page.getByText('Resgate de CDB Vale 90').first().waitFor();
    await page.getByText('Rendimento de CDB Vale 90').first().waitFor();
    await page
      .getByText(`+${formatBrl(paid.netCents - AMOUNT_CENTS)}`)
      .first()
      .waitFor();
    await page.getByRole('button', { name: /notificaç/i }).click();
    await page.getByText('CDB Vale 90 venceu').first().waitFor();
    await page.keyboard.press('Escape');
    await page.goto('/client/investments');
    await page.getByText(formatBrl(paid.netCents)).first().waitFor();
    await expectAccessible(page, 'investments, one matured');
  });

  test('a customer sees by keyboard what a redemption gives up, and redeems', { tags: ['prove'] }, async ({
    login,
    visit,
  }) => {
    const page = await visit(await login(ANA), { width: 360, theme: 'dark' });
    await page.goto('/client/investments');
    await page.getByRole('button', { name: 'Resgatar Letra Serra 360' }).waitFor();
    const redeemed = page.getByText('Resgatado', { exact: true });
    const before = await redeemed.count();
    await tabTo(page, 'button', 'Resgatar Letra Serra 360');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Resgatar Letra Serra 360' });
    await dialog.getByText('Resgatando hoje você deixa de receber').waitFor();
    await expectAccessible(page, 'redemption');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^Resgatar R\$/ }).click();
    await page.getByText('Resgate realizado').first().waitFor();
    await expect.poll(() => redeemed.count()).toBe(before + 1);

    const simulator = page.getByRole('region', { name: 'Simulador' });
    await simulator.getByLabel('Dias até o resgate').fill('10');
    await simulator.getByText('Antes de 30 dias há também IOF: neste dia, 66% do rendimento.').waitFor();
    await simulator.getByRole('button', { name: 'Ver como tabela' }).click();
    await simulator.getByRole('table').waitFor();
    await expectAccessible(page, 'simulator as a table');
    await page.goto('/client/contracts?situacao=signed');
    await page
      .getByRole('link', { name: /^Baixar PDF/ })
      .first()
      .waitFor();
    await expectAccessible(page, 'contracts');
  });

  test('an administrator creates a product and withdraws it from sale', { tags: ['prove'] }, async ({
    login,
    office: page,
  }) => {
    await page.goto('/admin/investments');
    await page.getByRole('table', { name: 'Próximos vencimentos' }).waitFor();
    await expectAccessible(page, 'admin investments');
    await page.getByRole('button', { name: 'Novo produto' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo produto' });
    await dialog.getByRole('button', { name: 'Criar produto' }).click();
    for (const message of [
      'Nome é obrigatório',
      'Descrição é obrigatória',
      'Valor mínimo inválido',
      'Taxa inválida',
      'Prazo deve ser um número inteiro positivo',
    ])
      await dialog.getByText(message).first().waitFor();
    await expectAccessible(page, 'new product, refused');
    await dialog.getByLabel('Nome').fill('CDB Manacá 180');
    await dialog.getByLabel('Descrição').fill('Meio ano a uma taxa combinada hoje.');
    await dialog.getByLabel('Valor mínimo').pressSequentially('25000');
    await dialog.getByLabel('Taxa anual (%)').fill('12,4');
    await dialog.getByLabel('Prazo (dias)').fill('180');
    await dialog.getByText('Médio').click();
    await dialog.getByText('12,40% a.a.').waitFor();
    await dialog.getByRole('button', { name: 'Criar produto' }).click();
    await page.getByText('Produto criado').first().waitFor();

    const script = await login(ANA);
    const onShelf = async () => {
      const { body } = await script.call('GET', '/api/investments/products');
      return body.products.find(({ name }) => name === 'CDB Manacá 180');
    };
    expect(await onShelf()).toMatchObject({ annualRate: '12.40', riskLevel: 'medium', minAmount: '250.00' });
    await page.getByRole('button', { name: 'Desativar CDB Manacá 180' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Desativar produto' }).click();
    await page.getByText('Produto desativado').first().waitFor();
    await page.getByRole('button', { name: 'Ativar CDB Manacá 180' }).waitFor();
    expect(await onShelf()).toBeUndefined();
  });
});
