/** @module-tag prove */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { loseAnswer } from './payment-account.ts';
import { ANA, BRUNO, CARLA, DIEGO } from './people.ts';
import { newScript, type Script } from './script.ts';

test.override('env', { SEED: 'demo' });

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialogOn = (page: Page) => page.getByRole('dialog');
const toast = (page: Page, text: string) => page.locator('li[data-tone]').filter({ hasText: text }).waitFor();
const focusedOn = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

async function accountOf(script: Script) {
  const [account] = (await script.call('GET', '/api/accounts')).body.accounts;
  if (!account) throw new Error('no account');
  return account;
}

describe('the back office', () => {
  test('an administrator finds a client and registers a contact, which the client sees', async ({
    office: page,
    login,
    visit,
  }) => {
    const dialog = dialogOn(page);
    await page.goto('/admin/users');
    await row(page, 'Ana Beatriz Moreira').waitFor();
    await page.getByRole('searchbox', { name: 'Buscar' }).fill('BRUNO.nogueira@');
    await page.waitForURL(/busca=BRUNO/);
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
    expect(await row(page, 'Bruno Carvalho Nogueira').innerText()).toMatch(
      /\*{3}\.159\.265-\*{2}\s+\(11\) \*{5}-0944[\s\S]+Cliente[\s\S]+R\$\s[\d.]+,\d\d[\s\S]+Ativo[\s\S]+\d\d\/\d\d\/\d{4}/,
    );
    await expectAccessible(page, 'clients');

    await page.getByRole('link', { name: 'Ver histórico de Bruno Carvalho Nogueira' }).press('Enter');
    const heading = page.getByRole('heading', { name: /^Contatos registrados/ });
    const before = Number(/\d+/.exec(await heading.innerText()));
    await expectAccessible(page, 'history');
    await page.getByRole('button', { name: 'Registrar contato' }).press('Enter');
    await dialog.getByText('Cobrança').click();
    await dialog.getByRole('button', { name: 'Salvar contato' }).click();
    await toast(page, 'Campos obrigatórios');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await expectAccessible(page, 'contact refused');
    await page.keyboard.type('Pediu a segunda via do boleto.');
    await dialog.getByText('Difícil').click();
    await dialog.getByText('O assunto foi resolvido').click();
    await dialog.getByRole('button', { name: 'Salvar contato' }).click();
    await toast(page, 'Contato registrado');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => heading.innerText()).toBe(`Contatos registrados (${before + 1})`);
    await expect.poll(() => focusedOn(page)).toBe('Registrar contato');
    const card = page.getByRole('listitem').filter({ hasText: 'segunda via do boleto' });
    expect(await card.innerText()).toMatch(/Cobrança\s+Difícil\s+Resolvido[\s\S]+Relatório do Contato:/);

    const bruno = await login(BRUNO);
    const [latest] = (await bruno.call('GET', '/api/client/contacts')).body.contacts;
    expect(latest).toMatchObject({
      contactType: 'cobranca',
      difficulty: 'dificil',
      resolved: true,
      notes: 'Pediu a segunda via do boleto.',
    });

    await card.getByRole('button', { name: /^Corrigir o contato/ }).click();
    await dialog
      .getByLabel('Relatório do contato')
      .fill('Pediu a segunda via do boleto. Ainda não a recebeu.');
    await dialog.getByText('O assunto foi resolvido').click();
    await dialog.getByRole('button', { name: 'Salvar contato' }).click();
    await toast(page, 'Contato corrigido');
    const corrected = page.getByRole('listitem').filter({ hasText: 'Ainda não a recebeu' });
    await corrected.getByRole('button', { name: /^Marcar como resolvido/ }).click();
    await toast(page, 'Contato resolvido');
    await corrected.getByText('Resolvido', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Voltar' }).click();
    await page.waitForURL(/\/admin\/users\?busca=BRUNO/);
    expect(await page.getByRole('searchbox', { name: 'Buscar' }).inputValue()).toBe('BRUNO.nogueira@');
    await expectLogged(page, 'Registrar Contato', String(latest?.id));

    const profile = await visit(bruno, { width: 360, theme: 'dark' });
    await profile.goto('/client/profile?aba=atendimentos');
    const own = profile.getByRole('listitem').filter({ hasText: 'Pediu a segunda via do boleto.' });
    expect(await own.innerText()).toMatch(/Cobrança\s+Difícil\s+Resolvido/);
    await expectAccessible(profile, 'contact in the profile');
  });

  async function expectLogged(page: Page, label: string, entityId: string) {
    await page.goto('/admin/audit?acao=create_contact');
    const newest = page.getByRole('list', { name: 'Ações' }).getByRole('listitem').first();
    expect(await newest.innerText()).toMatch(new RegExp(`${label}[\\s\\S]+${entityId}`));
    await expectAccessible(page, 'contact in the log');
  }

  test('an unknown client id shows no history and a link to all clients', async ({ office: page }) => {
    await page.goto('/admin/clients/ninguem/history');
    await page.getByRole('heading', { name: 'Cliente não encontrado' }).waitFor();
    await page.getByRole('link', { name: 'Ver todos os clientes' }).click();
    await page.waitForURL(/\/admin\/users$/);
  });

  test('a frozen account cannot send money until it is unfrozen', async ({ office: page, login }) => {
    const dialog = dialogOn(page);
    const ana = await login(ANA);
    const { accountNumber } = await accountOf(ana);
    const to = (await accountOf(await login(BRUNO))).accountNumber;
    const transfer = () =>
      ana.call('POST', '/api/transfers', { accountNumber: to, amount: '1.00', description: 'Café' });
    await page.goto(`/admin/accounts?busca=${accountNumber}`);
    await page.getByRole('button', { name: `Bloquear conta ${accountNumber}`, exact: true }).press('Enter');
    await dialog.getByText(/Um PIX que chegar de fora é recebido pelo provedor/).waitFor();
    await dialog.getByLabel('Motivo').fill('Suspeita de fraude');
    await expectAccessible(page, 'freezing');
    await page
      .getByRole('button', { name: `Bloquear conta ${accountNumber}` })
      .last()
      .click();
    await toast(page, 'Conta bloqueada');
    await row(page, accountNumber).getByText('Inativa').waitFor();
    expect(await transfer()).toMatchObject({ status: 409, body: { error: 'Sua conta está inativa' } });

    const unfreeze = page.getByRole('button', { name: `Desbloquear conta ${accountNumber}` });
    await expect.poll(() => focusedOn(page)).toBe(`Desbloquear conta ${accountNumber}`);
    await unfreeze.press('Enter');
    await dialog.getByText('“Suspeita de fraude”').waitFor();
    await dialog.getByLabel('Motivo').fill('Identidade conferida');
    await unfreeze.last().click();
    await row(page, accountNumber).getByText('Ativa', { exact: true }).waitFor();
    expect((await transfer()).status).toBe(201);
  });

  test('a deactivated customer is signed out at once and may sign in again when activated', async ({
    office: page,
    bank,
    login,
  }) => {
    const dialog = dialogOn(page);
    const carla = await login(CARLA);
    expect((await carla.call('GET', '/api/auth/me')).status).toBe(200);
    await page.goto('/admin/users?busca=carla&status=ativos');
    await page.getByRole('button', { name: 'Desativar Carla Regina Tavares' }).click();
    await dialog.getByLabel('Motivo').fill('ok');
    await dialog.getByRole('button', { name: /^Desativar/ }).click();
    await dialog.getByText('Motivo é obrigatório').waitFor();
    await dialog.getByLabel('Motivo').fill('Documento vencido');
    await dialog.getByRole('button', { name: /^Desativar/ }).click();
    await page.getByText('Ninguém encontrado').waitFor();
    expect((await carla.call('GET', '/api/auth/me')).status).toBe(401);
    expect((await newScript(bank.origin).call('POST', '/api/auth/login', CARLA)).status).toBe(403);

    await page.getByLabel('Status').selectOption('inativos');
    await page.waitForURL(/status=inativos/);
    await page.getByRole('button', { name: 'Ativar Carla Regina Tavares' }).click();
    await dialog.getByLabel('Motivo').fill('Documento renovado');
    await dialog.getByRole('button', { name: /^Ativar/ }).click();
    await toast(page, 'Acesso ativado');
    await login(CARLA);
  });

  test('a dialog whose adjustment got no answer stays open, and its retry posts once with the same key', async ({
    office: page,
    login,
    complaints,
  }) => {
    const dialog = dialogOn(page);
    complaints.allow(/status of 502/);
    const bruno = await login(BRUNO);
    const { accountNumber, balance } = await accountOf(bruno);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (!request.url().includes('admin.accounts.adjust')) return;
      keys.push(/"idempotencyKey":"([^"]+)"/.exec(request.postData() ?? '')?.[1]);
    });
    await page.goto('/admin/dashboard');
    await page.getByRole('link', { name: 'Contas', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Buscar' }).fill('bruno');
    await page.getByRole('button', { name: `Ajustar saldo da conta ${accountNumber}` }).click();
    await dialog.getByLabel('Valor').fill('1234');
    await dialog.getByLabel('Motivo').fill('Estorno de tarifa');
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    await loseAnswer(page, 'admin.accounts.adjust');
    await dialog.getByRole('button', { name: /^Lançar crédito de R\$/ }).click();
    await dialog.getByText('Não sabemos se o ajuste foi lançado').waitFor();
    await expectAccessible(page, 'adjustment without an answer');

    // Closing the dialog must not allow a second adjustment with another key.
    await page.keyboard.press('Escape');
    await page.goBack();
    expect(await dialog.getByRole('button', { name: 'Fechar', exact: true }).count()).toBe(0);
    const leave = dialog.getByRole('link', { name: 'Fechar e ver o livro-razão' });
    expect(await leave.getAttribute('href')).toBe(`/admin/ledger?busca=${accountNumber}`);
    await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.poll(() => focusedOn(page)).toBe('Ajuste lançado');
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toBeDefined();
    expect((await accountOf(bruno)).balance).toBe(
      ((Math.round(Number(balance) * 100) + 1234) / 100).toFixed(2),
    );
  });

  test('an adjustment is confirmed before it is posted, and is posted once when its answer is lost', async ({
    office: page,
    login,
    complaints,
  }) => {
    const dialog = dialogOn(page);
    complaints.allow(/ERR_FAILED/);
    const diego = await login(DIEGO);
    const { accountNumber, balance } = await accountOf(diego);
    const cents = Math.round(Number(balance) * 100);
    await page.goto(`/admin/accounts?busca=diego`);
    await page.getByRole('button', { name: `Ajustar saldo da conta ${accountNumber}` }).press('Enter');
    await dialog.getByText('Débito').click();
    await dialog.getByLabel('Valor').fill(String(cents + 1));
    await dialog.getByLabel('Motivo').fill('Estorno de tarifa');
    await page.keyboard.press('Enter');
    await dialog.getByText('O saldo ficaria negativo').waitFor();
    await expectAccessible(page, 'adjustment refused');
    expect((await accountOf(diego)).balance).toBe(balance);

    await dialog.getByText('Crédito').click();
    await dialog.getByLabel('Valor').fill('2540');
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    // The answer is lost: a retry of the same request moves the money once.
    await page.route(
      '**/trpc/admin.accounts.adjust*',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: /^Lançar crédito de R\$/ }).click();
    await dialog.getByText('Não sabemos se o ajuste foi lançado').waitFor();
    await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.poll(() => focusedOn(page)).toBe('Ajuste lançado');
    const after = ((cents + 2540) / 100).toFixed(2);
    const shown = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 }).format(Number(after));
    await dialog.getByText(shown).waitFor();
    expect((await accountOf(diego)).balance).toBe(after);
    await dialog.getByRole('button', { name: 'Fechar' }).last().click();
    await row(page, accountNumber).getByText(shown).waitFor();
    await expectAccessible(page, 'accounts');
  });

  test('an administrator sets the order and the page size of a list, and its address keeps both', async ({
    office: page,
  }) => {
    const names = () => page.getByRole('rowheader').allInnerTexts();
    const search = () => new URL(page.url()).search;
    await page.goto('/admin/users?ordem=saldo&linhas=7&status=talvez&perfil=cliente');
    await expect.poll(search).toBe('?perfil=cliente');
    await page.getByText('Quem tem acesso ao ValeBank, do cadastro mais novo ao mais antigo.').waitFor();
    await page.getByRole('button', { name: 'Nome e e-mail' }).click();
    await page.waitForURL(/ordem=nome/);
    await page.getByText('Quem tem acesso ao ValeBank, de A a Z.').waitFor();
    expect(await page.getByRole('columnheader', { name: 'Nome e e-mail' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await expect.poll(async () => (await names())[0]).toMatch(/^Ana Beatriz/);
    await page.getByRole('button', { name: 'Nome e e-mail' }).click();
    await page.waitForURL(/ordem=-nome/);
    await expect.poll(async () => (await names()).at(-1)).toMatch(/^Ana Beatriz/);
    await expectAccessible(page, 'sorted clients');
    await page.reload();
    await expect.poll(async () => (await names()).at(-1)).toMatch(/^Ana Beatriz/);

    const logs = page.getByRole('list', { name: 'Ações' }).getByRole('listitem');
    await page.goto('/admin/audit');
    await page.getByLabel('Por página').selectOption('60');
    await page.waitForURL(/linhas=60/);
    await expect.poll(() => logs.count()).toBe(60);
    const newest = await logs.first().innerText();
    await page.getByLabel('Ordem').selectOption('da ação mais antiga à mais nova');
    await page.waitForURL(/ordem=data/);
    await expect.poll(() => logs.first().innerText()).not.toBe(newest);
    await page.reload();
    await expect.poll(() => logs.count()).toBe(60);
    expect(await page.getByLabel('Ordem').inputValue()).toBe('data');
    await expectAccessible(page, 'sorted log');
  });
});
