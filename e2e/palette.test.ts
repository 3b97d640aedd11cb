/** @module-tag prove */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { formatBoletoLine } from '../src-server/domain/account/boleto-line.ts';
import { writeBrCode } from '../src-server/domain/pix/br-code.ts';
import { test as base } from './bank-test.ts';
import { THEMES, WIDTHS } from './browser.ts';
import { expectAccessible } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { ANA } from './people.ts';

base.override('env', { SEED: 'demo' });

const test = base.extend('arrive', async ({ login, visit }) => {
  const ana = await login(ANA);
  return async (look: Parameters<typeof visit>[1] = {}): Promise<Page> => {
    const page = await visit(ana, look);
    await page.goto('/client/dashboard');
    return page;
  };
});

const LINE = '10492006506100010004200997263900989810000021403';
const PAYLOAD = writeBrCode({
  key: 'padaria@correio.example',
  name: 'Padaria do Vale',
  city: 'SANTO ANDRE',
  amountCents: 1250,
});
const OTHER_PAYLOAD = writeBrCode({ key: 'loja@correio.example', name: 'Loja do Canto', city: 'SANTOS' });

const box = (page: Page) => page.getByRole('dialog', { name: 'Ir para' }).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
const path = (page: Page) => pathOf(page.url());
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

describe('command palette', () => {
  async function open(page: Page, typed: string): Promise<void> {
    await page.getByRole('button', { name: 'Buscar', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await box(page).waitFor();
    expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.insertText(typed);
  }

  /** The entry announced as active. */
  const current = (page: Page) =>
    box(page).evaluate((element) => {
      const id = element.getAttribute('aria-activedescendant');
      return id === null ? null : document.getElementById(id)?.textContent;
    });

  test('the palette takes a customer to screens by their names and other words', async ({ arrive }) => {
    const page = await arrive();
    await open(page, 'extr');
    await expect.poll(() => current(page)).toBe('Extrato');
    await expectAccessible(page, 'palette, a screen');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/client/statement*');
    await heading(page, 'Extrato').waitFor();
    await expect.poll(() => focused(page)).toBe('Extrato');

    await open(page, '');
    expect(await current(page)).toBe('Dashboard');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => current(page)).toBe('Sair');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => current(page)).toBe('Transferências');
    await page.keyboard.insertText('emprestimo');
    await option(page, 'Crédito').first().waitFor();
    await page.keyboard.press('Escape');
    await box(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Extrato');

    await open(page, 'zzzz');
    await page.getByText(/^Nada encontrado/).waitFor();
    await page.keyboard.press('Escape');
    await box(page).waitFor({ state: 'detached' });
  });

  test('a pasted code leads to its payment screen without appearing in the URL', async ({ arrive }) => {
    const page = await arrive({ width: 360, theme: 'dark' });
    const asked: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && asked.push(pathOf(request.url())));
    await open(page, formatBoletoLine(LINE));
    await option(page, /^Pagar boleto de R\$\s214,03/).waitFor();
    await expectAccessible(page, 'palette, a boleto');
    await page.keyboard.press('Enter');
    const code = page.getByRole('textbox', { name: 'Código do boleto' });
    await expect.poll(() => code.inputValue().catch(() => '')).toBe(formatBoletoLine(LINE));
    expect(path(page)).toBe('/client/transfers?aba=boleto');

    await open(page, LINE.replace('10492', '10493'));
    await page.getByText(/^Dígito verificador errado no 1º bloco/).waitFor();
    expect(await page.getByRole('option', { name: /boleto de/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await box(page).waitFor({ state: 'detached' });

    await open(page, PAYLOAD);
    await option(page, /^Pagar PIX de R\$\s12,50 para Padaria do Vale/).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'PIX').waitFor();
    const target = page.getByLabel('PIX copia e cola ou chave');
    await expect.poll(() => target.inputValue().catch(() => '')).toBe(PAYLOAD);
    expect(path(page)).toBe('/client/pix?aba=transferir');

    const summary = page.getByRole('heading', { name: 'Confira antes de enviar' });
    // Over an open summary: the last pasted code wins.
    await page.getByText('Este código paga').waitFor();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await summary.waitFor();
    await open(page, OTHER_PAYLOAD);
    await option(page, /^Pagar PIX para Loja do Canto/).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => target.inputValue().catch(() => '')).toBe(OTHER_PAYLOAD);
    expect(await summary.count()).toBe(0);

    await open(page, '529.982.247-25');
    await option(page, /^Enviar PIX para esta chave/).waitFor();
    await page.keyboard.press('Escape');
    await box(page).waitFor({ state: 'detached' });
    expect(asked.filter((url) => /10492|000201|529\.?982/.test(url))).toEqual([]);
  });

  test('an account number or a name in the palette leads to a transfer', async ({ admin, arrive }) => {
    const { body } = await admin.call('GET', '/api/admin/accounts?q=Carla&type=checking');
    const accountNumber = body.accounts[0]?.accountNumber ?? '';
    const page = await arrive();
    await open(page, accountNumber.replace('-', ''));
    await option(page, `Transferir para a conta ${accountNumber}`).waitFor();
    await page.keyboard.press('Enter');
    await expect
      .poll(() =>
        page
          .getByLabel('Conta de destino')
          .inputValue()
          .catch(() => ''),
      )
      .toBe(accountNumber);
    await open(page, 'bruno');
    await option(page, /^Bruno/).waitFor();
    await page.keyboard.press('Enter');
    await box(page).waitFor({ state: 'detached' });
    const recipient = new URL(page.url()).searchParams.get('conta') ?? '';
    expect(recipient).not.toBe(accountNumber);
    await expect.poll(() => page.getByLabel('Conta de destino').inputValue()).toBe(recipient);
  });

  test('the palette finds a client by name and by document for an administrator', async ({
    office: page,
  }) => {
    await page.goto('/admin/dashboard');
    for (const typed of ['ana beatriz', ANA.document, '52998224725']) {
      await open(page, typed);
      await option(page, /^Ana Beatriz/).waitFor();
      await expectAccessible(page, `palette, ${typed}`);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin/clients/*/history');
      await heading(page, 'Histórico de Contatos').waitFor();
      expect(path(page)).not.toMatch(/529\.?982/);
    }
    await open(page, 'audit');
    await page.keyboard.press('Enter');
    await heading(page, 'Auditoria').waitFor();
  });

  test('the list of shortcuts opens by ?, by its button and from the palette, and its key can be turned off', async ({
    arrive,
  }) => {
    const page = await arrive();
    const list = page.getByRole('dialog', { name: 'Atalhos do teclado' });
    const closed = () => list.waitFor({ state: 'detached' });
    await tabTo(page, 'button', 'Atalhos do teclado');
    await page.keyboard.press('Enter');
    await list.waitFor();
    await expectAccessible(page, 'shortcuts');
    await page.keyboard.press('Control+k');
    expect(await box(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await closed();
    await expect.poll(() => focused(page)).toBe('Atalhos do teclado');

    await page.keyboard.press('Shift+?');
    await list.waitFor();
    await list.getByRole('switch').focus();
    await page.keyboard.press('Space');
    expect(await list.getByRole('switch').getAttribute('aria-checked')).toBe('false');
    await page.keyboard.press('Escape');
    await closed();
    await page.keyboard.press('Shift+?');
    await open(page, 'atalhos');
    expect(await list.count()).toBe(0);
    await page.keyboard.press('Enter');
    await list.waitFor();
  });

  test('the open palette passes axe in every width and theme', { tags: ['release'] }, async ({ arrive }) => {
    for (const width of WIDTHS) {
      for (const theme of THEMES) {
        const page = await arrive({ width, theme });
        await open(page, '');
        await option(page, 'Dashboard').waitFor();
        await expectAccessible(page, `palette at ${width}, ${theme}`);
        const sideways = () => document.documentElement.scrollWidth > window.innerWidth;
        expect(await page.evaluate(sideways)).toBe(false);
      }
    }
  });
});
