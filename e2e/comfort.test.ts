/** @module-tag prove */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test as base } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { ANA, BRUNO } from './people.ts';

base.override('env', { SEED: 'demo' });

/** Chunks have no names of their own: the address of the screen's. */
const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'));
const TRANSFERS = `/${manifest['src/transfers/transfers-page.tsx'].file}`;

/** Ana has transferred money to Bruno this month. */
const test = base
  .extend('ana', async ({ login }) => {
    const [ana, bruno] = [await login(ANA), await login(BRUNO)];
    const [account] = (await bruno.call('GET', '/api/accounts')).body.accounts;
    // On the first of a month there would be no entries to show.
    const order = { accountNumber: account?.accountNumber, amount: '12.30', description: 'Pão de queijo' };
    expect((await ana.call('POST', '/api/transfers', order)).status).toBe(201);
    return ana;
  })
  .extend('arrive', ({ ana, visit }) => async (width = 1280) => {
    const page = await visit(ana, { width });
    await page.goto('/client/dashboard');
    await page.getByText('Transações recentes').waitFor();
    await page.locator('[data-money]').nth(5).waitFor();
    await page.waitForLoadState('networkidle');
    return page;
  });

const amountsOn = (page: Page) =>
  page.locator('[data-money]').evaluateAll((amounts) => amounts.map(({ textContent }) => textContent ?? ''));

/** Positions of the headings and height of the page: neither may change. */
const placesOn = (page: Page) =>
  page.evaluate(() => [
    document.documentElement.scrollHeight,
    ...Array.from(document.querySelectorAll('h1, h2'), (heading) => heading.getBoundingClientRect().top),
  ]);

describe('everyday comfort', () => {
  test.for([360, 1280])(
    'Alt+O hides every amount at %i px, shifts no layout, and is remembered',
    async (width, { arrive }) => {
      const page = await arrive(width);
      const eye = page.getByRole('button', { name: 'Ocultar valores' });
      const open = await amountsOn(page);
      const places = await placesOn(page);
      expect(open.length).toBeGreaterThan(5);
      expect(open.filter((text) => /\d/.test(text))).toEqual(open);
      expect(await eye.getAttribute('aria-pressed')).toBe('false');

      await page.keyboard.press('Alt+o');
      await expect.poll(() => eye.getAttribute('aria-pressed')).toBe('true');
      const hidden = open.map(() => 'R$\u00A0••••valor oculto');
      expect(await amountsOn(page)).toEqual(hidden);
      expect(await page.getByRole('main').innerText()).not.toMatch(/R\$\s*[\d−+]/);
      expect(await placesOn(page)).toEqual(places);
      await expectAccessible(page, `dashboard with hidden amounts, ${width} px`);

      await page.reload();
      await page.getByText('Transações recentes').waitFor();
      await expect.poll(() => amountsOn(page)).toEqual(hidden);
      await page.goto('/client/transfers');
      await page.getByText('Disponível').getByText('valor oculto').waitFor();
      await eye.click();
      await page.getByText(/Disponível R\$\s[\d.]+,\d\d/).waitFor();
    },
  );

  test('a narrow screen has a bottom bar, a wide one has none', async ({ arrive }) => {
    const wide = await arrive(1280);
    expect(await wide.getByRole('navigation', { name: 'Atalhos' }).count()).toBe(0);
    const page = await arrive(360);
    const bar = page.getByRole('navigation', { name: 'Atalhos' });
    const entries = bar.getByRole('listitem');
    expect(await entries.allInnerTexts()).toEqual(['Início', 'Extrato', 'PIX', 'Pagar', 'Mais']);
    for (const entry of await bar.locator('a, button').all()) {
      const box = await entry.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    const current = bar.locator('[aria-current=page]');
    expect(await current.allInnerTexts()).toEqual(['Início']);
    await bar.getByRole('link', { name: 'Pagar' }).click();
    await page.getByRole('heading', { name: 'Qual boleto você quer pagar?' }).waitFor();
    expect(await current.allInnerTexts()).toEqual(['Pagar']);

    const marked = bar.locator('[aria-current]');
    await bar.getByRole('link', { name: 'Extrato' }).click();
    await expect.poll(() => marked.allInnerTexts()).toEqual(['Extrato']);

    // One that stands in no menu is marked at the shortcut that leads to it.
    await page.goto('/client/cobrancas');
    await page.getByRole('heading', { level: 1, name: 'Cobranças' }).waitFor();
    await expect.poll(() => marked.allInnerTexts()).toEqual(['PIX']);
    const more = bar.getByRole('button', { name: 'Mais' });
    expect(await more.evaluate((button) => getComputedStyle(button).fontWeight)).toBe('400');

    // 'Mais' opens the whole menu and takes the focus back.
    await more.press('Enter');
    const menu = page.getByRole('dialog', { name: 'Navegação' });
    await menu.getByRole('link', { name: 'Meu Perfil' }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);

    // The end of the page and toasts stay above the bottom bar.
    await page.goto('/client/transfers?aba=receber');
    await page.getByRole('button', { name: 'Copiar número da minha conta' }).click();
    expect(await current.allInnerTexts()).toEqual(['Pagar']);
    const toast = page.locator('li[data-tone]');
    await toast.waitFor();
    const top = (await bar.boundingBox())?.y ?? 0;
    const toastBox = await toast.boundingBox();
    expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThan(top);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const content = await page.getByRole('main').locator('> *').last().boundingBox();
    expect((content?.y ?? 0) + (content?.height ?? 0)).toBeLessThan(top);

    await page.goto('/client/cobrancas');
    await page.setViewportSize({ width: 1280, height: 800 });
    const sidebar = page.getByRole('navigation', { name: 'Menu principal' });
    await expect.poll(() => sidebar.locator('[aria-current]').allInnerTexts()).toEqual(['PIX']);
  });

  test('a lost connection shows a notice, ends no session, and the notice goes when the connection is back', async ({
    arrive,
    complaints,
  }) => {
    // The last pattern is the router's error for a missing chunk.
    complaints.allow(/ERR_|Failed to fetch|reading '\w+Page'/);
    const page = await arrive();
    const notice = page.getByText('Sem conexão com o ValeBank');
    expect(await notice.count()).toBe(0);
    const screen = page.waitForResponse((response) => response.url().endsWith(TRANSFERS));
    await page.getByRole('link', { name: 'Transferências', exact: true }).first().hover();
    await screen;
    await page.waitForLoadState('networkidle');

    await page.context().setOffline(true);
    await notice.waitFor();
    await expectAccessible(page, 'dashboard without a connection');
    await page.getByRole('link', { name: 'Transferências', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Para quem e quanto' }).waitFor();
    await page.getByRole('button', { name: 'Tentar de novo' }).first().click();
    await notice.waitFor();

    // A chunk that never loaded: an error takes the screen's place.
    await page.getByRole('link', { name: 'Meu Perfil' }).click();
    const failure = page.getByRole('main').getByText('Não foi possível abrir esta página');
    await failure.waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Tentar de novo' }).click();
    await failure.waitFor();

    await page.context().setOffline(false);
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByRole('heading', { level: 1, name: 'Meu Perfil' }).waitFor();
  });

  test('a call without an answer shows the notice, whose button repeats the failed queries', async ({
    arrive,
    complaints,
  }) => {
    complaints.allow(/ERR_CONNECTION_REFUSED/);
    const page = await arrive();
    const unanswered = (url: URL) => url.pathname === '/healthz' || url.pathname.startsWith('/trpc');
    await page.route(unanswered, (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Atualizar', exact: true }).click();
    const notice = page.getByRole('status').filter({ hasText: 'Sem conexão com o ValeBank' });
    await notice.waitFor();
    await page.getByText('Não foi possível atualizar').waitFor();
    await page.unroute(unanswered);
    await notice.getByRole('button', { name: 'Tentar de novo' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByText('Não foi possível atualizar').waitFor({ state: 'detached' });
  });

  test('pointing at the menu loads the screens, and calls no procedure', async ({ arrive }) => {
    const page = await arrive();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const links = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');
    const fetched = page.waitForRequest((request) => request.url().endsWith(TRANSFERS));
    await links.filter({ hasText: 'Transferências' }).first().hover();
    await fetched;
    for (const link of await links.all()) await link.hover();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => path === TRANSFERS)).toHaveLength(1);
    // The bell and the strip of reserved payments ask by themselves, soon after the page is shown.
    const unasked = /^\/trpc\/(auth\.notifications\.list|account\.waiting\.list|,)+$/;
    expect(asked.filter((path) => !path.startsWith('/assets/') && !unasked.test(path))).toEqual([]);
    await links.filter({ hasText: 'Crédito' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Crédito' }).waitFor();
    expect(asked.filter((path) => path.includes('auth.me'))).toHaveLength(1);
  });

  test('the skip links lead to the content and to the menu', async ({ arrive }) => {
    const page = await arrive(360);
    const jump = async (name: string) => {
      await page.reload();
      await page.getByText('Transações recentes').waitFor();
      await tabTo(page, 'link', name);
      await page.keyboard.press('Enter');
    };
    await jump('Ir para o conteúdo');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('conteudo');
    await jump('Ir para o menu');
    await page.getByRole('dialog', { name: 'Navegação' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await jump('Ir para o menu');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Dashboard');
  });

  test('the bars of the month are available as a table', async ({ arrive }) => {
    const page = await arrive(360);
    await tabTo(page, 'button', 'Ver como tabela');
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: /^Resumo de / });
    expect(await table.getByRole('rowheader').allInnerTexts()).toEqual(['Entradas', 'Saídas', 'Resultado']);
    const cells = (await table.getByRole('cell').allInnerTexts()).map((text) => text.split('\n').at(-1));
    expect(cells.join()).toMatch(/^R\$[^,]+,\d\d,R\$[^,]+,\d\d,[+−]R\$/);
    await expectAccessible(page, 'the month as a table');
    await page.keyboard.press('Enter');
    await table.waitFor({ state: 'detached' });
  });

  test('a customer goes from the login to a receipt with the keyboard alone', async ({
    admin,
    ana,
    page,
  }) => {
    const { accounts } = (await admin.call('GET', '/api/accounts?q=Bruno')).body;
    const to = accounts.find(({ accountType }) => accountType === 'checking');
    await page.goto('/login');
    await tabTo(page, 'textbox', 'CPF ou CNPJ');
    await page.keyboard.type(ANA.document.replace(/\D/g, ''));
    await tabTo(page, 'textbox', 'Senha');
    await page.keyboard.type(ANA.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/client/dashboard');

    await tabTo(page, 'link', 'Transferências');
    await page.keyboard.press('Enter');
    await tabTo(page, 'textbox', 'Conta de destino');
    await page.keyboard.type(to?.accountNumber.replace('-', '') ?? '');
    await tabTo(page, 'textbox', 'Valor');
    await page.keyboard.type('1234');
    await tabTo(page, 'textbox', 'Descrição');
    await page.keyboard.type('Sem o mouse');
    await tabTo(page, 'button', 'Continuar');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Confira antes de enviar' }).waitFor();
    await tabTo(page, 'button', /^Enviar R\$\s12,34 para /);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Comprovante de transferência' }).waitFor();
    await page.getByText('Concluída').waitFor();
    const [entry] = (await ana.call('GET', '/api/ledger?limit=1')).body.entries;
    expect(entry).toMatchObject({ amount: '12.34', description: 'Sem o mouse', isDebit: true });
  });

  test('a customer goes from the filtered statement to a receipt and its verification with the keyboard alone', {
    tags: ['release'],
  }, async ({ arrive }) => {
    const page = await arrive();
    await tabTo(page, 'link', 'Ver extrato');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Extrato', level: 1 }).waitFor();
    await page.getByText('Saldo do dia').first().waitFor();
    await tabTo(page, 'searchbox', 'Buscar');
    await page.keyboard.type('aluguel');
    await tabTo(page, 'combobox', 'Tipo');
    await page.keyboard.press('t');
    await tabTo(page, 'button', 'Tudo');
    await page.keyboard.press('Enter');
    await tabTo(page, 'button', 'Saídas');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) =>
      ['busca=aluguel', 'tipo=transfer', 'periodo=tudo', 'sentido=saidas'].every((part) =>
        url.search.includes(part),
      ),
    );
    await page.getByRole('main').locator('div[aria-busy=false]').waitFor();

    await tabTo(page, 'button', /^Saída\s?Aluguel/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Transferência' }).waitFor();
    await tabTo(page, 'button', 'Baixar PDF');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/^comprovante-.*\.pdf$/);
    await tabTo(page, 'link', 'Página de verificação');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Documento genuíno' }).waitFor();
  });
});
