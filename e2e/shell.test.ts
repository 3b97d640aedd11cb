/** @module-tag prove */
import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test as base } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { ANA } from './people.ts';
import { cookiesOf } from './script.ts';

base.override('env', { SEED: 'demo' });

const test = base
  .extend('ana', ({ login }) => login(ANA))
  .extend('arrive', async ({ ana, visit }) => async (width = 1280): Promise<Page> => {
    const page = await visit(ana, { width });
    await page.goto('/client/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    return page;
  });

const COPY = 'button[aria-label="Copiar número da conta"]';
const toasts = (page: Page) => page.locator('li[data-tone]');
const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name, exact: true });
const focused = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);
const sidebarWidth = async (page: Page) => (await page.locator('aside').boundingBox())?.width;

async function sidebarCookie(page: Page): Promise<{ value: string; days: number } | null> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state');
  const now = await page.evaluate(() => performance.timeOrigin + performance.now());
  return cookie ? { value: cookie.value, days: Math.round((cookie.expires - now / 1000) / 86_400) } : null;
}

describe('the shell', () => {
  test('the sidebar collapses to icons with Ctrl or Cmd and B, and is remembered for seven days', async ({
    arrive,
  }) => {
    const page = await arrive();
    expect(await sidebarWidth(page)).toBe(280);
    expect(await sidebarCookie(page)).toBeNull();
    await page.keyboard.press('Control+b');
    await expect.poll(() => sidebarWidth(page)).toBe(48);
    expect(await sidebarCookie(page)).toEqual({ value: 'false', days: 7 });

    await page.reload();
    await menuLink(page, 'PIX').waitFor();
    expect(await sidebarWidth(page)).toBe(48);
    const pointedAt = performance.now();
    await menuLink(page, 'PIX').hover();
    await page.getByRole('tooltip', { name: 'PIX' }).waitFor();
    expect(performance.now() - pointedAt).toBeGreaterThan(650);

    await page.keyboard.press('Meta+b');
    await expect.poll(() => sidebarWidth(page)).toBe(280);
    expect((await sidebarCookie(page))?.value).toBe('true');
  });

  test('below 768 px the sidebar slides over, gives the focus back, and leaves its cookie unchanged', async ({
    arrive,
  }) => {
    const page = await arrive(360);
    const over = page.getByRole('dialog', { name: 'Navegação' });
    expect(await over.count()).toBe(0);
    await page.getByRole('button', { name: 'Abrir menu' }).focus();
    await page.keyboard.press('Enter');
    await over.waitFor();
    expect((await over.boundingBox())?.width).toBe(288);
    await page.keyboard.press('Escape');
    await over.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Abrir menu');

    await page.keyboard.press('Control+b');
    await over.getByRole('link', { name: 'Crédito', exact: true }).click();
    await page.waitForURL('**/client/credit');
    await over.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('H1 Crédito');
    expect(await sidebarCookie(page)).toBeNull();
  });

  test('each navigation checks who is signed in, sets the window title and moves the focus to the heading', async ({
    arrive,
  }) => {
    const page = await arrive();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('auth.me')) asked += 1;
    });
    for (const [place, name] of ['PIX', 'Contratos', 'Transferências'].entries()) {
      await menuLink(page, name).click();
      await expect.poll(() => focused(page)).toBe(`H1 ${name}`);
      expect(await page.title()).toBe(`${name} · ValeBank`);
      expect(asked).toBe(place + 1);
      expect(await menuLink(page, name).getAttribute('aria-current')).toBe('page');
    }
    await page.goBack();
    await expect.poll(() => focused(page)).toBe('H1 Contratos');
    expect(asked).toBe(4);

    await page.context().clearCookies({ name: 'session' });
    await menuLink(page, 'PIX').click();
    await page.waitForURL('**/login?next=%2Fclient%2Fpix&ended=elsewhere');
    await page.getByText('Sua sessão venceu ou foi encerrada em outro lugar.').waitFor();
  });

  test.for([
    ['the bank', '[{"error":{"json":{"message":"","code":-32603,"data":{"httpStatus":500}}}}]'],
    ['a proxy', '<h1>502 Bad Gateway</h1>'],
  ])(
    'an error of %s instead of the user leads to the login with a message',
    async ([_who, body], { arrive, complaints }) => {
      complaints.allow(/status of 502/);
      const page = await arrive();
      await page.route('**/trpc/auth.me*', (route) => route.fulfill({ status: 502, body }));
      await menuLink(page, 'PIX').click();
      await page.waitForURL(/\/login/);
      await toasts(page).filter({ hasText: 'Falha ao carregar dados do usuário' }).waitFor();
    },
  );

  test.for<[string, (route: Route) => Promise<void> | void]>([
    ['an error', (route) => route.fulfill({ status: 500 })],
    ['no answer', (route) => route.abort()],
    ['silence', () => {}],
  ])('logout leads to the login on %s', async ([, answer], { arrive, complaints }) => {
    complaints.allow(/status of 500|ERR_FAILED/);
    const page = await arrive();
    await page.route('**/trpc/auth.logout*', answer);
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.waitForURL('**/login');
    await page.getByRole('heading', { name: 'Acesse sua conta' }).waitFor();
    await toasts(page).filter({ hasText: 'A sessão ainda não foi encerrada' }).waitFor();
    await page.goto('/client/dashboard');
    await page.waitForURL(/\/login/);
  });

  test('the screen shows one toast at a time, and F8 puts the focus into its region', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25');
    await page.getByLabel('Senha', { exact: true }).fill('errada');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await toasts(page).filter({ hasText: 'Erro no login' }).waitFor();
    const refused = page.waitForResponse(/auth\.login/);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await refused;
    await toasts(page).filter({ hasText: 'Erro no login' }).waitFor();
    expect(await toasts(page).count()).toBe(1);
    await page.keyboard.press('F8');
    const region = await page.evaluate(() =>
      document.activeElement?.closest('[role=region]')?.getAttribute('aria-label'),
    );
    expect(region).toMatch(/^Avisos/);
  });

  test('the copy icon is back after two seconds', async ({ arrive }) => {
    const page = await arrive();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator(COPY).focus();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    // By keyboard: a click waits for frames, and this page's clock stands still.
    await page.keyboard.press('Enter');
    const ticked = page.locator(`${COPY} svg.lucide-check`);
    await ticked.waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{4}-\d{4}$/);
    await page.clock.runFor(1900);
    expect(await ticked.count()).toBe(1);
    await toasts(page).filter({ hasText: 'Copiado!' }).waitFor();
    await page.clock.runFor(200);
    await page.locator(`${COPY} svg.lucide-copy`).waitFor();
  });

  test('the chosen theme is set before the first paint, even on a device that prefers the other', async ({
    arrive,
  }) => {
    const page = await arrive();
    await page.getByText('Escuro', { exact: true }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.className)).toContain('dark');
    await page.addInitScript(() => {
      const seen: { theme: string; hasBody: boolean }[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const theme = document.documentElement?.className ?? '';
        if (theme !== '') seen.push({ theme, hasBody: document.body !== null });
      }).observe(document, { attributes: true, childList: true, subtree: true });
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    const seen = await page.evaluate(
      () => (window as unknown as { seen: { theme: string; hasBody: boolean }[] }).seen,
    );
    expect(seen[0]).toEqual({ theme: 'dark', hasBody: false });
    expect(seen.filter(({ theme }) => /light/.test(theme))).toEqual([]);
  });

  test("the arrow keys move between the login's tabs and keep the focus there", async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('tab', { name: 'Login' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Etapa 1 de 5').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
    await expect.poll(() => focused(page)).toBe('BUTTON Login');
  });

  test('a transfer without an answer keeps the keyboard focus where it was', async ({
    arrive,
    complaints,
  }) => {
    complaints.allow(/status of 502/);
    const page = await arrive();
    await page.goto('/client/transfers');
    await page
      .getByRole('region', { name: 'Favorecidos' })
      .getByRole('listitem')
      .first()
      .getByRole('button')
      .click();
    await page.getByLabel('Valor', { exact: true }).fill('1234');
    await page.getByLabel('Descrição').fill('Almoço');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('H2 Confira antes de enviar');
    await page.route('**/trpc/account.transfer*', (route) => route.fulfill({ status: 502, body: '' }));
    await page.getByRole('button', { name: /^Enviar/ }).press('Enter');
    await page.getByText('Não sabemos se a transferência foi feita').waitFor();
    await expect.poll(() => focused(page)).toBe('BUTTON Tentar de novo');
    await page.unroute('**/trpc/account.transfer*');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('H2 Comprovante de transferência');
  });

  test('the fields of sign-in and registration take no more characters than a valid value has', async ({
    complaints,
    page,
  }) => {
    complaints.allow(/status of 502/);
    await page.addInitScript(() =>
      sessionStorage.setItem(
        'cadastro',
        JSON.stringify({ kind: 'person', step: 1, values: {}, savedAtMs: Date.now() }),
      ),
    );
    const taken = async (label: string, typed: string) => {
      const field = page.getByLabel(label, { exact: true });
      await field.pressSequentially(typed);
      return (await field.inputValue()).length;
    };
    await page.goto('/login');
    expect(await taken('CPF ou CNPJ', '1'.repeat(30))).toBe(18);
    await page.goto('/login?tab=cadastrar');
    expect(await taken('CEP', '0'.repeat(20))).toBe(9);
    expect(await taken('Estado (UF)', 'spsp')).toBe(2);
    await page.getByRole('button', { name: 'Voltar' }).click();
    expect(await taken('CPF', '1'.repeat(20))).toBe(14);
    expect(await taken('RG/CNH', '1'.repeat(20))).toBe(12);
    expect(await taken('Telefone', '1'.repeat(20))).toBe(15);
    await page.getByLabel('Pessoa jurídica').check();
    expect(await taken('CNPJ', '1'.repeat(30))).toBe(18);
  });

  test('terms, privacy and support are read by anybody, from the public page and the login', async ({
    page,
  }) => {
    const chapter = (name: string | RegExp) => page.getByRole('heading', { level: 2, name });
    await page.goto('/');
    await page.getByRole('link', { name: 'Termos de uso', exact: true }).click();
    await page.getByText(/^Versão \d{4}-\d\d-\d\d, em vigor desde/).waitFor();
    expect(await chapter(/^1\. Quem somos/).count()).toBe(1);
    expect(await chapter(/^\d+\. /).count()).toBe(15);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Privacidade' }).click();
    await page.getByRole('heading', { level: 1, name: 'Política de Privacidade' }).waitFor();
    expect(await chapter(/^10\. Quais dados pessoais/).count()).toBe(1);
    expect(await chapter(/^1\. Quem somos/).count()).toBe(0);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Fale com o atendimento' }).click();
    await page.getByRole('heading', { level: 1, name: 'Atendimento' }).waitFor();
    for (const fact of ['Telefone', 'Horário', 'Endereço']) await page.getByText(fact).first().waitFor();
    await expectAccessible(page, 'support');
  });

  test('anybody sees public pages; unknown addresses are not found', async ({ ana, bank, page }) => {
    for (const path of [
      '/recuperar-senha',
      '/confirmar-email',
      '/desfazer-email',
      '/desfazer-dois-fatores',
      '/verificar/ABCD-1234',
    ]) {
      expect((await page.goto(path))?.status()).toBe(200);
      await page.locator('h1').waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await page.context().addCookies(cookiesOf(ana, bank.origin));
    for (const path of ['/client', '/client/nao-existe', '/nao/existe']) {
      expect((await page.goto(path))?.status()).toBe(404);
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
      expect(await page.title()).toBe('404 Page Not Found · ValeBank');
    }
  });
});
