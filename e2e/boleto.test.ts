import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../src-server/clock.ts';
import { factorOf, readBoleto } from '../src-server/domain/account/boleto.ts';
import { formatBoletoLine } from '../src-server/domain/account/boleto-line.ts';
import { addDays } from '../src-server/domain/date.ts';
import { formatBrl } from '../src-server/domain/money.ts';
import { type RunningSimulator, startSimulator } from '../src-server/pix/simulator/start.ts';
import { createAdmin } from './admin.ts';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser, openPage, THEMES, WIDTHS } from './browser.ts';
import { expectAccessible, signIn } from './journey.ts';
import { fundEverybody, loseAnswer, register } from './payment-account.ts';
import { caio } from './people.ts';
import type { Script } from './script.ts';

const WEBHOOK_TOKEN = 'a-token-of-forty-characters-for-webhooks';
/** Of the vectors: a bank's, overdue since 2022, and a power company's. */
const OVERDUE = '10492006506100010004200997263900989810000021403';
const UTILITY = '836200000005667800481000180975657313001589636081';
const UTILITY_CENTS = 6678;
/** How long the provider takes to settle a slip. */
const USUAL_MS = 1500;
const SLOW_MS = 15_000;

/** The line of a bank slip of this amount and due date; `place` makes it another slip. */
function slip(amountCents: number, dueOn: string, place: number): string {
  const amount = String(amountCents).padStart(10, '0');
  const free = String(place).padStart(25, '7');
  for (let digit = 1; digit <= 9; digit += 1) {
    const reading = readBoleto(`2379${digit}${factorOf(dueOn)}${amount}${free}`, dueOn);
    if (reading.ok) return reading.boleto.line;
  }
  throw new Error('no check digit fits');
}

/** Slips paid in a browser, by the real server and a provider that a test can make fail. */
describe('boleto', () => {
  let provider: RunningSimulator;
  let bank: RunningBank;
  let browser: Browser;
  let script: Script;
  let today: string;
  const folder = mkdtempSync(join(tmpdir(), 'valebank-provider-'));

  beforeAll(async () => {
    provider = await startSimulator({
      dataDir: folder,
      clock: systemClock(),
      switches: { settleMs: USUAL_MS },
    });
    bank = await startBank({
      ASAAS_URL: provider.url,
      ASAAS_API_KEY: provider.apiKey,
      ASAAS_WEBHOOK_TOKEN: WEBHOOK_TOKEN,
    });
    createAdmin({}, bank.dataDir);
    browser = await openBrowser();
    script = await register(bank.origin, caio);
    await fundEverybody(bank.origin, '5000.00');
    today = String((await script.call('GET', '/api/auth/me')).body.today);
  });
  afterAll(async () => {
    await browser?.close();
    await bank?.stop();
    await provider?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const balanceCents = async () => {
    const { body } = await script.call('GET', '/api/accounts');
    return Number((body.accounts as { balance: string }[])[0]?.balance.replace('.', ''));
  };

  const box = (page: Page) => page.getByRole('textbox', { name: 'Código do boleto' });
  const go = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click();

  async function openBoleto(page: Page): Promise<void> {
    await signIn(page, caio.cpf, caio.password);
    await page.goto('/client/transfers?aba=boleto');
    await page.getByRole('heading', { name: 'Qual boleto você quer pagar?' }).waitFor();
  }

  /** From a line to the summary. */
  async function check(page: Page, line: string): Promise<void> {
    await box(page).fill(line);
    await go(page);
    await page.getByRole('heading', { name: 'Confira antes de pagar' }).waitFor();
  }

  test('a line is told wrong where it is wrong; overdue, it is paid with fine and interest', async () => {
    const { page, complaints } = await openPage(browser, bank.origin);
    await openBoleto(page);
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

    const before = await balanceCents();
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
    // So long that the answer cannot wait for the end.
    provider.simulator.switches.settleMs = SLOW_MS;
    await pay.click();
    await page.getByRole('heading', { name: 'Acompanhe o pagamento' }).waitFor();
    await page.getByText('Em processamento', { exact: true }).waitFor();
    expect(await balanceCents()).toBe(before - paidCents);
    await expectAccessible(page, 'boleto, on its way');
    await page.getByRole('heading', { name: 'Comprovante de pagamento' }).waitFor({ timeout: 90_000 });
    provider.simulator.switches.settleMs = USUAL_MS;
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
    expect(await balanceCents()).toBe(before - paidCents);
    expect(complaints).toEqual([]);
  });

  test('a power bill pasted on a telephone fails at its bank: the money is back', async () => {
    const { page, complaints } = await openPage(browser, bank.origin, { width: 360, theme: 'dark' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openBoleto(page);
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `Sua fatura: ${formatBoletoLine(UTILITY)}`,
    );
    await page.getByRole('button', { name: 'Colar o código do boleto' }).click();
    await page.getByText('Energia elétrica ou gás: código correto').waitFor();
    expect(await box(page).inputValue()).toBe(formatBoletoLine(UTILITY));
    const before = await balanceCents();
    provider.simulator.switches.failNext = 1;
    await go(page);
    await page.getByRole('button', { name: `Pagar ${formatBrl(UTILITY_CENTS)}` }).click();
    await page.getByRole('heading', { name: 'Pagamento não realizado' }).waitFor({ timeout: 60_000 });
    await page.getByText('Erro no pagamento').first().waitFor();
    await page.getByText('O valor voltou para a sua conta.').first().waitFor();
    await expectAccessible(page, 'boleto, failed');
    expect(await balanceCents()).toBe(before);
    expect(complaints).toEqual([]);
  });

  test('more than the account has, and money that left it meanwhile', async () => {
    const { page } = await openPage(browser, bank.origin);
    await openBoleto(page);
    const has = await balanceCents();
    await check(page, slip(has + 1, addDays(today, 10), 1));
    await page.getByText('Saldo insuficiente').waitFor();
    expect(await page.getByRole('button', { name: /^Pagar/ }).count()).toBe(0);
    await expectAccessible(page, 'boleto, not enough money');
    await page.getByRole('button', { name: 'Voltar' }).click();

    const amountCents = has - 100;
    await check(page, slip(amountCents, addDays(today, 10), 2));
    const other = slip(200, addDays(today, 10), 3);
    expect((await script.call('POST', '/api/boletos/pay', { line: other })).status).toBe(201);
    await page.getByRole('button', { name: `Pagar ${formatBrl(amountCents)}` }).click();
    await page.getByText('Erro no pagamento').first().waitFor();
    await page.getByText('O boleto não foi pago').waitFor();
    expect(await balanceCents()).toBe(has - 200);
  });

  test('while the provider is away nothing is paid and nothing is lost; without an answer it is paid once', async () => {
    const { page } = await openPage(browser, bank.origin, { width: 360 });
    await openBoleto(page);
    const before = await balanceCents();
    const line = slip(1500, addDays(today, 3), 4);
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
    expect(await balanceCents()).toBe(before);
    await provider.comeBack();
    await loseAnswer(page, 'account.boleto.pay');
    await pay.click();
    await page.getByRole('alert').getByText('Não sabemos se o boleto foi pago').waitFor();
    await expectAccessible(page, 'boleto, no answer');
    expect(await page.getByRole('button', { name: 'Voltar' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByRole('heading', { name: 'Comprovante de pagamento' }).waitFor({ timeout: 60_000 });
    expect(await balanceCents()).toBe(before - 1500);
  });

  test('every width and theme', async () => {
    for (const width of WIDTHS) {
      for (const theme of THEMES) {
        const { page, complaints } = await openPage(browser, bank.origin, { width, theme });
        await openBoleto(page);
        await expectAccessible(page, `boleto at ${width}, ${theme}`);
        await check(page, slip(4200, addDays(today, 1), 5));
        await expectAccessible(page, `boleto to be checked at ${width}, ${theme}`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(
          false,
        );
        expect(complaints).toEqual([]);
        await page.context().close();
      }
    }
  });
});
