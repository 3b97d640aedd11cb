import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser, openPage } from './browser.ts';
import { expectAccessible, signIn } from './journey.ts';
import { HELENA } from './people.ts';
import { newScript, type Script } from './script.ts';

/** People of the demonstration data. */
const password = 'vale-demo-2026';
const ANA = { document: '529.982.247-25', password };
const BRUNO = { document: '314.159.265-90', password };
const CARLA = { document: '271.828.182-05', password };
const DIEGO = { document: '161.803.398-05', password };

/** What an administrator does for and with the clients of the demonstration. */
describe('the back office', () => {
  let bank: RunningBank;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    bank = await startBank({ SEED: 'demo' });
    browser = await openBrowser();
    ({ page, complaints } = await openPage(browser, bank.origin));
    await signIn(page, HELENA.document, HELENA.password);
  });
  afterAll(async () => {
    await browser?.close();
    await bank?.stop();
  });

  async function scriptOf(person: typeof ANA): Promise<Script> {
    const script = newScript(bank.origin);
    expect((await script.call('POST', '/api/auth/login', person)).status).toBe(200);
    return script;
  }
  async function accountOf(script: Script) {
    const { body } = await script.call('GET', '/api/accounts');
    const [account] = body.accounts as { accountNumber: string; balance: string }[];
    if (!account) throw new Error('no account');
    return account;
  }
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const dialog = () => page.getByRole('dialog');
  const toast = (text: string) => page.locator('li[data-tone]').filter({ hasText: text }).waitFor();
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    );

  test('an administrator finds a client and registers a contact, which the client sees', async () => {
    await page.goto('/admin/users');
    await row('Ana Beatriz Moreira').waitFor();
    await page.getByRole('searchbox', { name: 'Buscar' }).fill('BRUNO.nogueira@');
    await page.waitForURL(/busca=BRUNO/);
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
    expect(await row('Bruno Carvalho Nogueira').innerText()).toMatch(
      /314\.159\.265-90\s+\(11\) 97612-0944[\s\S]+Cliente[\s\S]+R\$\s[\d.]+,\d\d[\s\S]+Ativo[\s\S]+\d\d\/\d\d\/\d{4}/,
    );
    await expectAccessible(page, 'clients');

    await page.getByRole('link', { name: 'Ver histórico de Bruno Carvalho Nogueira' }).press('Enter');
    const heading = page.getByRole('heading', { name: /^Contatos registrados/ });
    const before = Number(/\d+/.exec(await heading.innerText()));
    await expectAccessible(page, 'history');
    await page.getByRole('button', { name: 'Registrar contato' }).press('Enter');
    await dialog().getByText('Cobrança').click();
    await dialog().getByRole('button', { name: 'Salvar contato' }).click();
    await toast('Campos obrigatórios');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await expectAccessible(page, 'contact refused');
    await page.keyboard.type('Pediu a segunda via do boleto.');
    await dialog().getByText('Difícil').click();
    await dialog().getByText('O assunto foi resolvido').click();
    await dialog().getByRole('button', { name: 'Salvar contato' }).click();
    await toast('Contato registrado');
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(() => heading.innerText()).toBe(`Contatos registrados (${before + 1})`);
    await expect.poll(focused).toBe('Registrar contato');
    const card = page.getByRole('listitem').filter({ hasText: 'segunda via do boleto' });
    expect(await card.innerText()).toMatch(/Cobrança\s+Difícil\s+Resolvido[\s\S]+Relatório do Contato:/);

    const { body } = await (await scriptOf(BRUNO)).call('GET', '/api/client/contacts');
    const [latest] = body.contacts as Record<string, unknown>[];
    expect(latest).toMatchObject({
      contactType: 'cobranca',
      difficulty: 'dificil',
      resolved: true,
      notes: 'Pediu a segunda via do boleto.',
    });

    await page.getByRole('button', { name: 'Voltar' }).click();
    await page.waitForURL(/\/admin\/users\?busca=BRUNO/);
    expect(await page.getByRole('searchbox', { name: 'Buscar' }).inputValue()).toBe('BRUNO.nogueira@');
    await seenInProfile(BRUNO, 'Pediu a segunda via do boleto.');
    await seenInLog('Registrar Contato', String(latest?.id));
  });

  /** The latest contact as the client reads it, on a phone in the dark theme. */
  async function seenInProfile(client: typeof ANA, notes: string) {
    const { page, complaints } = await openPage(browser, bank.origin, { width: 360, theme: 'dark' });
    await signIn(page, client.document, client.password);
    await page.goto('/client/profile?aba=atendimentos');
    const latest = page.getByRole('listitem').filter({ hasText: notes });
    expect(await latest.innerText()).toMatch(/Cobrança\s+Difícil\s+Resolvido/);
    await expectAccessible(page, 'contact in the profile');
    expect(complaints).toEqual([]);
    await page.context().close();
  }

  /** The newest row of an action in the log, and what it is about. */
  async function seenInLog(label: string, entityId: string) {
    await page.goto('/admin/audit?acao=create_contact');
    const newest = page.getByRole('list', { name: 'Ações' }).getByRole('listitem').first();
    expect(await newest.innerText()).toMatch(new RegExp(`${label}[\\s\\S]+${entityId}`));
    await expectAccessible(page, 'contact in the log');
  }

  test('who is no client has no history', async () => {
    await page.goto('/admin/clients/ninguem/history');
    await page.getByRole('heading', { name: 'Cliente não encontrado' }).waitFor();
    await page.getByRole('link', { name: 'Ver todos os clientes' }).click();
    await page.waitForURL(/\/admin\/users$/);
  });

  test('a frozen account does not send; set free, it does', async () => {
    const ana = await scriptOf(ANA);
    const { accountNumber } = await accountOf(ana);
    const to = (await accountOf(await scriptOf(BRUNO))).accountNumber;
    const transfer = () =>
      ana.call('POST', '/api/transfers', { accountNumber: to, amount: '1.00', description: 'Café' });
    await page.goto(`/admin/accounts?busca=${accountNumber}`);
    await page.getByRole('button', { name: `Bloquear conta ${accountNumber}`, exact: true }).press('Enter');
    await dialog().getByLabel('Motivo').fill('Suspeita de fraude');
    await expectAccessible(page, 'freezing');
    await page
      .getByRole('button', { name: `Bloquear conta ${accountNumber}` })
      .last()
      .click();
    await toast('Conta bloqueada');
    await row(accountNumber).getByText('Inativa').waitFor();
    expect(await transfer()).toMatchObject({ status: 409, body: { error: 'Sua conta está inativa' } });

    const unfreeze = page.getByRole('button', { name: `Desbloquear conta ${accountNumber}` });
    await expect.poll(focused).toBe(`Desbloquear conta ${accountNumber}`);
    await unfreeze.press('Enter');
    await dialog().getByText('“Suspeita de fraude”').waitFor();
    await dialog().getByLabel('Motivo').fill('Identidade conferida');
    await unfreeze.last().click();
    await row(accountNumber).getByText('Ativa', { exact: true }).waitFor();
    expect((await transfer()).status).toBe(201);
  });

  test('a deactivated customer is out at once, and back when activated', async () => {
    const carla = await scriptOf(CARLA);
    expect((await carla.call('GET', '/api/auth/me')).status).toBe(200);
    await page.goto('/admin/users?busca=carla&status=ativos');
    await page.getByRole('button', { name: 'Desativar Carla Regina Tavares' }).click();
    await dialog().getByLabel('Motivo').fill('ok');
    await dialog()
      .getByRole('button', { name: /^Desativar/ })
      .click();
    await dialog().getByText('Motivo é obrigatório').waitFor();
    await dialog().getByLabel('Motivo').fill('Documento vencido');
    await dialog()
      .getByRole('button', { name: /^Desativar/ })
      .click();
    await page.getByText('Ninguém encontrado').waitFor();
    expect((await carla.call('GET', '/api/auth/me')).status).toBe(401);
    expect((await newScript(bank.origin).call('POST', '/api/auth/login', CARLA)).status).toBe(403);

    await page.getByLabel('Status').selectOption('inativos');
    await page.waitForURL(/status=inativos/);
    await page.getByRole('button', { name: 'Ativar Carla Regina Tavares' }).click();
    await dialog().getByLabel('Motivo').fill('Documento renovado');
    await dialog()
      .getByRole('button', { name: /^Ativar/ })
      .click();
    await toast('Acesso ativado');
    await scriptOf(CARLA);
  });

  test('an adjustment is checked before it is posted, and posted once', async () => {
    const diego = await scriptOf(DIEGO);
    const { accountNumber, balance } = await accountOf(diego);
    const cents = Math.round(Number(balance) * 100);
    await page.goto(`/admin/accounts?busca=diego`);
    await page.getByRole('button', { name: `Ajustar saldo da conta ${accountNumber}` }).press('Enter');
    await dialog().getByText('Débito').click();
    await dialog()
      .getByLabel('Valor')
      .fill(String(cents + 1));
    await dialog().getByLabel('Motivo').fill('Estorno de tarifa');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Confira o ajuste');
    await dialog()
      .getByRole('button', { name: /^Lançar débito de R\$/ })
      .click();
    await dialog().getByText('Saldo insuficiente').waitFor();
    await expectAccessible(page, 'adjustment refused');
    expect((await accountOf(diego)).balance).toBe(balance);

    await dialog().getByRole('button', { name: 'Voltar' }).click();
    await dialog().getByText('Crédito').click();
    await dialog().getByLabel('Valor').fill('2540');
    await dialog().getByRole('button', { name: 'Conferir' }).click();
    // The answer is lost: the same request may be sent again, and moves the money once.
    await page.route(
      '**/trpc/admin.accounts.adjust*',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await dialog()
      .getByRole('button', { name: /^Lançar crédito de R\$/ })
      .click();
    await dialog().getByText('Não sabemos se o ajuste foi lançado').waitFor();
    await dialog().getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.poll(focused).toBe('Ajuste lançado');
    const after = ((cents + 2540) / 100).toFixed(2);
    const shown = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 }).format(Number(after));
    await dialog().getByText(shown).waitFor();
    expect((await accountOf(diego)).balance).toBe(after);
    await dialog().getByRole('button', { name: 'Fechar' }).last().click();
    await row(accountNumber).getByText(shown).waitFor();
    await expectAccessible(page, 'accounts');
    expect(complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([]);
  });
});
