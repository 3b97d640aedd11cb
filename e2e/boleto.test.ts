/** @module-tag prove */
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { factorOf, readBoleto } from '../src-server/domain/account/boleto.ts';
import { formatBoletoLine } from '../src-server/domain/account/boleto-line.ts';
import { addDays } from '../src-server/domain/date.ts';
import { formatBrl } from '../src-server/domain/money.ts';
import { test as base, type SignedIn } from './bank-test.ts';
import { THEMES, WIDTHS } from './browser.ts';
import { delayAnswers, expectAccessible } from './journey.ts';
import { loseAnswer } from './payment-account.ts';

const WEBHOOK_TOKEN = 'a-token-of-forty-characters-for-webhooks';
/** Lines from the test vectors: a bank's boleto, overdue since 2022, and a utility's. */
const OVERDUE = '10492006506100010004200997263900989810000021403';
const UTILITY = '836200000005667800481000180975657313001589636081';
const UTILITY_CENTS = 6678;
const USUAL_MS = 1500;
const SLOW_MS = 15_000;

/** A bank's line with this amount and due date; `place` makes it unique. */
function bankLine(amountCents: number, dueOn: string, place: number): string {
  const amount = String(amountCents).padStart(10, '0');
  const free = String(place).padStart(25, '7');
  for (let digit = 1; digit <= 9; digit += 1) {
    const reading = readBoleto(`2379${digit}${factorOf(dueOn)}${amount}${free}`, dueOn);
    if (reading.ok) return reading.boleto.line;
  }
  throw new Error('no check digit fits');
}

base.override('switches', { settleMs: USUAL_MS });
base.override('env', ({ provider }) => ({
  ASAAS_URL: provider.url,
  ASAAS_API_KEY: provider.apiKey,
  ASAAS_WEBHOOK_TOKEN: WEBHOOK_TOKEN,
}));

const test = base
  .extend('payer', async ({ customer, fund }) => {
    await fund(customer, '5000.00');
    return customer;
  })
  .extend('today', async ({ payer }) => (await payer.script.call('GET', '/api/auth/me')).body.today)
  .extend('open', ({ payer, visit }) => async (look: Parameters<typeof visit>[1] = {}): Promise<Page> => {
    const page = await visit(payer.script, look);
    await page.goto('/client/transfers?aba=boleto');
    await page.getByRole('heading', { name: 'Qual boleto você quer pagar?' }).waitFor();
    return page;
  });

const balanceCents = async ({ script }: SignedIn) => {
  const [account] = (await script.call('GET', '/api/accounts')).body.accounts;
  return Number(account?.balance.replace('.', ''));
};

const box = (page: Page) => page.getByRole('textbox', { name: 'Código do boleto' });
const go = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click();

async function check(page: Page, line: string): Promise<void> {
  await box(page).fill(line);
  await go(page);
  await page.getByRole('heading', { name: 'Confira antes de pagar' }).waitFor();
}

describe('boleto', () => {
  test('a wrong boleto line is reported at its block; an overdue boleto is paid with fine and interest', async ({
    open,
    payer,
    provider,
  }) => {
    const page = await open();
    await go(page);
    await page.getByText('Código do boleto inválido (mínimo 47 dígitos)').waitFor();
    expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await box(page).pressSequentially('1049200651');
    await page.getByText('Dígito verificador errado no 1º bloco: confira 10492.00651').waitFor();
    await expectAccessible(page, 'boleto, a wrong block');
    await page.keyboard.press('Backspace');
    await page.getByText('Faltam 38 dígitos').waitFor();
    await box(page).pressSequentially(OVERDUE.slice(9));
    expect(await box(page).inputValue()).toBe(formatBoletoLine(OVERDUE));
    await page.getByText('Boleto bancário: código correto').waitFor();
    await page.getByText('R$ 214,03').waitFor();
    await page.getByText('10/05/2022').waitFor();
    await page.getByText('Vencido', { exact: true }).waitFor();
    await expectAccessible(page, 'boleto, a whole line');

    const before = await balanceCents(payer);
    await page.keyboard.press('Enter');
    await page.getByText('A multa e os juros até hoje já estão no valor.').waitFor();
    await page.getByText('104 · Caixa Econômica Federal').waitFor();
    await expectAccessible(page, 'boleto, to be checked');
    await page.keyboard.press('Escape');
    expect(await box(page).inputValue()).toBe(formatBoletoLine(OVERDUE));
    await go(page);
    const pay = page.getByRole('button', { name: /^Pagar R\$/ });
    const paidCents = Number((await pay.innerText()).replace(/\D/g, ''));
    expect(paidCents).toBeGreaterThan(21_403);
    // Long enough that the answer arrives before the settlement.
    onTestFinished(() => {
      provider.simulator.switches.settleMs = USUAL_MS;
    });
    provider.simulator.switches.settleMs = SLOW_MS;
    const letGo = await delayAnswers(page, '**.pay');
    await pay.click();
    await page.getByText('Pagando…').waitFor();
    letGo();
    await page.getByRole('heading', { name: 'Acompanhe o pagamento' }).waitFor();
    await page.getByText('Em processamento', { exact: true }).waitFor();
    expect(await balanceCents(payer)).toBe(before - paidCents);
    await expectAccessible(page, 'boleto, on its way');
    await page.getByRole('heading', { name: 'Comprovante de pagamento' }).waitFor({ timeout: 90_000 });
    await page.getByText('Boleto pago').first().waitFor();
    await expectAccessible(page, 'boleto, paid');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar PDF' }).click();
    expect((await download).suggestedFilename()).toMatch(/^comprovante-.*\.pdf$/);

    await page.getByRole('button', { name: 'Pagar outro boleto' }).click();
    await box(page).fill(OVERDUE);
    await go(page);
    await page
      .getByText(/já foi pago/)
      .first()
      .waitFor();
    expect(await balanceCents(payer)).toBe(before - paidCents);
  });

  test('a utility boleto pasted on a phone fails at the provider, and the money is given back', async ({
    open,
    payer,
    provider,
  }) => {
    const page = await open({ width: 360, theme: 'dark' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `Sua fatura: ${formatBoletoLine(UTILITY)}`,
    );
    await page.getByRole('button', { name: 'Colar o código do boleto' }).click();
    await page.getByText('Energia elétrica ou gás: código correto').waitFor();
    expect(await box(page).inputValue()).toBe(formatBoletoLine(UTILITY));
    const before = await balanceCents(payer);
    provider.simulator.switches.failNext = 1;
    await go(page);
    await page.getByRole('button', { name: `Pagar ${formatBrl(UTILITY_CENTS)}` }).click();
    await page.getByRole('heading', { name: 'Pagamento não realizado' }).waitFor({ timeout: 60_000 });
    await page.getByText('Erro no pagamento').first().waitFor();
    await page.getByText('O valor voltou para a sua conta.').first().waitFor();
    await expectAccessible(page, 'boleto, failed');
    expect(await balanceCents(payer)).toBe(before);
  });

  test('a boleto above the balance is not paid, nor one whose money left the account meanwhile', async ({
    open,
    payer,
    today,
  }) => {
    const page = await open();
    const has = await balanceCents(payer);
    await check(page, bankLine(has + 1, addDays(today, 10), 1));
    await page.getByText('Saldo insuficiente').waitFor();
    expect(await page.getByRole('button', { name: /^Pagar/ }).count()).toBe(0);
    await expectAccessible(page, 'boleto, not enough money');
    await page.getByRole('button', { name: 'Voltar' }).click();

    const amountCents = has - 100;
    await check(page, bankLine(amountCents, addDays(today, 10), 2));
    const other = bankLine(200, addDays(today, 10), 3);
    expect((await payer.script.call('POST', '/api/boletos/pay', { line: other })).status).toBe(201);
    await page.getByRole('button', { name: `Pagar ${formatBrl(amountCents)}` }).click();
    await page.getByText('Erro no pagamento').first().waitFor();
    await page.getByText('O boleto não foi pago').waitFor();
    expect(await balanceCents(payer)).toBe(has - 200);
  });

  test('while the provider is away no boleto is paid and nothing is lost; after a lost answer it is paid once', async ({
    complaints,
    open,
    payer,
    provider,
    today,
  }) => {
    complaints.allow(/status of 50\d/);
    const page = await open({ width: 360 });
    const before = await balanceCents(payer);
    const line = bankLine(1500, addDays(today, 3), 4);
    await provider.goDown();
    await check(page, line);
    await page.getByText('O provedor de pagamentos não respondeu').waitFor();
    await page.getByText('R$ 15,00').first().waitFor();
    expect(await page.getByRole('button', { name: /^Pagar/ }).count()).toBe(0);
    await expectAccessible(page, 'boleto, provider away');
    await provider.comeBack();
    await page.getByRole('button', { name: 'Consultar de novo' }).click();
    const pay = page.getByRole('button', { name: /^Pagar R\$/ });
    await pay.waitFor();

    await provider.goDown();
    await pay.click();
    await page.getByText('O boleto não foi pago').waitFor();
    expect(await balanceCents(payer)).toBe(before);
    await provider.comeBack();
    await loseAnswer(page, 'account.boleto.pay');
    await pay.click();
    await page.getByRole('alert').getByText('Não sabemos se o boleto foi pago').waitFor();
    await expectAccessible(page, 'boleto, no answer');
    expect(await page.getByRole('button', { name: 'Voltar' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByRole('heading', { name: 'Comprovante de pagamento' }).waitFor({ timeout: 60_000 });
    expect(await balanceCents(payer)).toBe(before - 1500);
  });

  test('the form and the summary of a boleto pass axe in every width and theme', {
    tags: ['release'],
  }, async ({ open, today }) => {
    for (const width of WIDTHS) {
      for (const theme of THEMES) {
        const page = await open({ width, theme });
        await expectAccessible(page, `boleto at ${width}, ${theme}`);
        await check(page, bankLine(4200, addDays(today, 1), 5));
        await expectAccessible(page, `boleto to be checked at ${width}, ${theme}`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(
          false,
        );
      }
    }
  });
});
