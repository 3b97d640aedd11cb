/** @module-tag prove */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isProving } from '../db/testing/proof-scale.ts';
import { newBankBoleto } from '../src-server/domain/account/new-boleto.ts';
import { addDays } from '../src-server/domain/date.ts';
import { crc16, writeBrCode } from '../src-server/domain/pix/br-code.ts';
import { PEOPLE } from '../src-server/seed/people.ts';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser, openPage, THEMES, WIDTHS } from './browser.ts';
import { expectAccessible, signIn } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { embeddedProvider, loseAnswer } from './payment-account.ts';

const PASSWORD = 'vale-demo-2026';
/** A dynamic code without its checksum: its amount is at another bank's address. */
const DYNAMIC =
  '00020101021226690014br.gov.bcb.pix2547pix.example.com/qr/v2/2f1f5c2c8a0d4b1e9b7a6c5d452040000530398654' +
  '0510.005802BR5913Loja do Canto6009SAO PAULO62070503***6304';

describe('PIX screens', () => {
  let bank: RunningBank;
  let browser: Browser;
  let provider: ReturnType<typeof embeddedProvider>;
  const cookies: Record<string, Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>> = {};

  beforeAll(async () => {
    bank = await startBank({ SEED: 'demo' });
    browser = await openBrowser();
    provider = embeddedProvider(bank);
  });
  afterAll(async () => {
    await browser?.close();
    await bank?.stop();
  });

  type Look = Parameters<typeof openPage>[2];

  /** Signs each person in only once. */
  async function openAs(person: keyof typeof PEOPLE, look: Look = {}) {
    const opened = await openPage(browser, bank.origin, look);
    const { cpf, cnpj } = PEOPLE[person];
    const known = cookies[person];
    if (known) await opened.page.context().addCookies(known);
    else await signIn(opened.page, cpf ?? cnpj ?? '', PASSWORD);
    cookies[person] ??= await opened.page.context().cookies();
    return opened;
  }

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { name }).waitFor({ timeout: 60_000 });
  const amountBox = (page: Page) => page.getByRole('textbox', { name: 'Valor' });
  const targetBox = (page: Page) => page.getByLabel('PIX copia e cola ou chave');
  const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor();
  // By element: outside an open modal dialog nothing has a role.
  const toast = (page: Page, title: string) =>
    page.locator('li[data-tone=error]').getByText(title, { exact: true }).waitFor();
  const today = async (page: Page) => String((await (await page.request.get('/api/auth/me')).json()).today);

  /** Removes data that older customers may lack, although registration requires it today. */
  function loseData(cpf: string | undefined): void {
    const db = new Database(join(bank.dataDir, 'valebank.db'));
    db.prepare("update users set phone = '', neighborhood = '' where cpf = ?").run(cpf);
    db.close();
  }

  test('a customer with missing data sees what is missing, completes it, and can activate', async () => {
    loseData(PEOPLE.elisa.cpf);
    const { page, complaints } = await openAs('elisa', { width: 360 });
    await page.goto('/client/dashboard');
    await page.getByText('Faltam 2 dados no seu cadastro').waitFor();
    const missing = page.getByRole('region', { name: 'Ative sua conta ValeBank' }).getByRole('listitem');
    expect((await missing.allInnerTexts()).slice(-2)).toEqual(['Telefone', 'Bairro']);
    const activate = page.getByRole('button', { name: 'Ativar conta' });
    expect(await activate.isDisabled()).toBe(true);
    await expectAccessible(page, 'data that is missing');
    const refused = await page.request.post('/api/asaas/create-subaccount', {
      data: {},
      headers: { 'X-Requested-With': 'test' },
    });
    expect(refused.status()).toBe(400);
    expect((await refused.json()).error).toBe('Verifique seus dados cadastrais. Falta: Telefone, Bairro.');

    await page.getByRole('link', { name: 'Completar meus dados' }).click();
    await press(page, 'Editar');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Telefone').fill('11976543210');
    await dialog.getByLabel('Bairro').fill('Centro');
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Perfil atualizado').first().waitFor();
    await page.goto('/client/dashboard');
    await expect.poll(() => activate.isEnabled()).toBe(true);
    expect(await page.getByText('no seu cadastro').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('a refusal or silence of the provider is shown where the customer asked, and goes away afterwards', async () => {
    const { page } = await openAs('ana', { width: 360, theme: 'dark' });
    await page.goto('/client/pix');
    await provider.makeOnlyRandomKeys(true);
    await press(page, 'Nova chave');
    await page.getByText('Celular', { exact: true }).click();
    await press(page, 'Criar chave');
    await toast(page, 'Erro ao criar chave');
    await page.getByRole('dialog').getByRole('alert').getByText('Erro ao criar chave').waitFor();
    await expectAccessible(page, 'a key that was refused');
    await press(page, 'Cancelar');
    await provider.makeOnlyRandomKeys(false);

    await provider.setDown(true);
    await page.goto('/client/pix?aba=receber');
    await amountBox(page).pressSequentially('4200');
    await page.getByLabel('Descrição').fill('Racha do jantar');
    await press(page, 'Gerar QR Code');
    await toast(page, 'Erro ao gerar QR Code');
    await alert(page, 'Erro ao gerar QR Code');
    await expectAccessible(page, 'a code that was not made');

    await page.goto('/client/pix?aba=transferir');
    await targetBox(page).fill('padaria@exemplo.com.br');
    await amountBox(page).pressSequentially('1037');
    await press(page, 'Continuar');
    await press(page, /^Enviar R\$\s10,37 para/);
    await toast(page, 'Erro ao transferir');
    await alert(page, 'O PIX não foi feito');
    await expectAccessible(page, 'a PIX that was not begun');
    // Nothing was begun: 'back' works and the same payment can be retried.
    expect(await page.getByRole('button', { name: 'Voltar' }).isEnabled()).toBe(true);
    await provider.setDown(false);
    await loseAnswer(page, 'pix.transfer');
    await press(page, /^Enviar R\$\s10,37 para/);
    await alert(page, 'Não sabemos se o PIX foi feito');
    await expectAccessible(page, 'a PIX without an answer');
    await page.getByRole('tabpanel').getByRole('button', { name: 'Tentar de novo' }).click();
    await heading(page, 'Comprovante do PIX');

    await provider.setDown(true);
    await page.goto('/client/pix?ver=mover');
    await page.getByText('Para a conta corrente', { exact: true }).click();
    await amountBox(page).pressSequentially('537');
    await press(page, 'Continuar');
    await press(page, /^Mover R\$\s5,37 para a conta corrente$/);
    await toast(page, 'Erro ao transferir');
    await alert(page, 'O dinheiro não foi movido');
    await expectAccessible(page, 'a move that was not begun');
    await provider.setDown(false);
    await loseAnswer(page, 'pix.move');
    await press(page, /^Mover R\$\s5,37 para a conta corrente$/);
    await alert(page, 'Não sabemos se o dinheiro foi movido');
    await expectAccessible(page, 'a move without an answer');
    await press(page, 'Tentar de novo');
    await heading(page, 'Comprovante da movimentação');
    const { entries } = await (await page.request.get('/api/ledger?account=external')).json();
    const gone = (entries as { amount: string }[]).map(({ amount }) => amount);
    expect(gone.filter((amount) => amount === '10.37' || amount === '5.37')).toEqual(['5.37', '10.37']);
    await page.context().close();
  });

  test('a PIX code that is wrong, or that nobody knows, is reported before anything is sent', async () => {
    const { page } = await openAs('ana');
    await page.goto('/client/pix?aba=transferir');
    const code = writeBrCode({ key: 'loja@exemplo.com.br', name: 'Loja do Canto', city: 'Santos' });
    await targetBox(page).fill(`${code.slice(0, -4)}0000`);
    await page.getByText('Código PIX inválido: confira se ele foi copiado inteiro').waitFor();
    await targetBox(page).fill(DYNAMIC + crc16(DYNAMIC));
    await page.getByText('Não foi possível ler o código').waitFor();
    await page.getByText('Não foi possível consultar o QR Code dinâmico.').first().waitFor();
    await expectAccessible(page, 'a code that nobody knows');
    await targetBox(page).fill(code);
    await page.getByText('Este código paga').waitFor();
    await page.context().close();
  });

  test.each(WIDTHS)(
    'every PIX step passes axe at %i px, in both themes when proving',
    { tags: ['release'] },
    async (width) => {
      let place = width;
      for (const theme of isProving() ? THEMES : ([width === 360 ? 'dark' : 'light'] as const)) {
        const { page, complaints } = await openAs('ana', { width, theme });
        const look = async (step: string) => {
          await expectAccessible(page, `${step} at ${width} px, ${theme}`);
          expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(
            false,
          );
        };
        await page.goto('/client/pix?aba=receber');
        await amountBox(page).pressSequentially('4200');
        await page.getByLabel('Descrição').fill('Racha do jantar');
        await press(page, 'Gerar QR Code');
        await page.getByRole('img', { name: /^QR Code PIX de/ }).waitFor();
        await look('code');
        await page.goto('/client/pix?aba=transferir');
        await targetBox(page).fill('padaria@exemplo.com.br');
        place += 1;
        await amountBox(page).pressSequentially(`${100 + place}`);
        await press(page, 'Continuar');
        await heading(page, 'Confira antes de enviar');
        await look('PIX to be checked');
        await press(page, /^Enviar R\$/);
        await heading(page, 'Comprovante do PIX');
        await look('PIX, receipt');
        await page.goto('/client/pix?ver=mover');
        await amountBox(page).pressSequentially(`${200 + place}`);
        await press(page, 'Continuar');
        await heading(page, 'Confira antes de mover');
        await look('move to be checked');
        await press(page, /^Mover R\$/);
        await heading(page, 'Comprovante da movimentação');
        await page.goto('/client/transfers?aba=boleto');
        const boleto = newBankBoleto(1000 + place, addDays(await today(page), 5), 500 + place);
        await page.getByRole('textbox', { name: 'Código do boleto' }).fill(boleto.line);
        await press(page, 'Continuar');
        await heading(page, 'Confira antes de pagar');
        await press(page, /^Pagar R\$/);
        await heading(page, 'Comprovante de pagamento');
        await look('boleto, receipt');
        expect(complaints).toEqual([]);
        await page.context().close();
      }
    },
  );

  test('a key, a PIX, its receipt in the statement and a boleto work by keyboard alone', {
    tags: ['release'],
  }, async () => {
    const { page } = await openAs('vale');
    await page.goto('/client/pix');
    await tabTo(page, 'button', 'Nova chave');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'button', 'Criar chave');
    await page.keyboard.press('Enter');
    await page.getByText('Chave PIX criada!').first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Nova chave');

    await page.goto('/client/pix');
    await tabTo(page, 'tab', 'Minhas Chaves');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'textbox', 'PIX copia e cola ou chave');
    await page.keyboard.type('padaria@exemplo.com.br');
    await tabTo(page, 'textbox', 'Valor');
    await page.keyboard.type('1234');
    await page.keyboard.press('Enter');
    await heading(page, 'Confira antes de enviar');
    await tabTo(page, 'button', /^Enviar R\$\s12,34 para padaria@exemplo\.com\.br$/);
    await page.keyboard.press('Enter');
    await heading(page, 'Comprovante do PIX');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Comprovante do PIX');

    await page.goto('/client/pix');
    await tabTo(page, 'link', 'Extrato');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/client/statement?conta=externa');
    await tabTo(page, 'button', /R\$\s12,34/);
    await page.keyboard.press('Enter');
    await tabTo(page, 'button', 'Baixar PDF');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/^comprovante-.*\.pdf$/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.goto('/client/transfers?aba=boleto');
    await tabTo(page, 'textbox', 'Código do boleto');
    await page.keyboard.type(newBankBoleto(5432, addDays(await today(page), 5), 400).line);
    await page.keyboard.press('Enter');
    await heading(page, 'Confira antes de pagar');
    await tabTo(page, 'button', /^Pagar R\$\s54,32$/);
    await page.keyboard.press('Enter');
    await heading(page, 'Comprovante de pagamento');
    await page.context().close();
  });
});
