/** @module-tag prove */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { SECOND_ADMIN } from './people.ts';
import type { Script } from './script.ts';
import { changeRow, tamper } from './tamper.ts';

test.override('env', { SEED: 'demo' });

async function logsOf(admin: Script, filters: string) {
  const { logs, totals } = (await admin.call('GET', `/api/admin/audit?limit=100&${filters}`)).body;
  if (!totals) throw new Error('no totals');
  return { logs, totals };
}

const cards = (page: Page) => page.getByRole('list', { name: 'Ações' }).getByRole('listitem');

test('an administrator filters the audit log, sees what changed, verifies and exports it', async ({
  admin,
  office: page,
}) => {
  await page.goto('/admin/audit');
  await page.getByText('Carregar mais').waitFor();
  const whole = await logsOf(admin, '');
  expect(await cards(page).count()).toBe(30);
  await page.getByRole('button', { name: 'Carregar mais' }).click();
  await expect.poll(() => cards(page).count()).toBe(60);
  await page.getByText(`60 de ${whole.totals.count} registros`).first().waitFor();

  const actions = page.getByLabel('Ação', { exact: true });
  expect(await actions.locator('option').allTextContents()).toEqual([
    'Todas',
    'Login',
    'Criar Usuário',
    'Transferência',
    'Aprovar Crédito',
    'Criar Investimento',
  ]);
  await actions.selectOption({ label: 'Transferência' });
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('MOREIRA');
  await page.waitForURL(
    (url) => url.search === '?acao=transfer&busca=MOREIRA' || url.search === '?busca=MOREIRA&acao=transfer',
  );
  const transfers = await logsOf(admin, 'action=transfer&q=moreira');
  await page
    .getByText(new RegExp(`(^|de )${transfers.totals.count} registros`))
    .first()
    .waitFor();
  expect(transfers.totals.count).toBeGreaterThan(20);
  await page.reload();
  await page
    .getByText(new RegExp(`(^|de )${transfers.totals.count} registros`))
    .first()
    .waitFor();
  expect(await page.getByRole('searchbox', { name: 'Buscar' }).inputValue()).toBe('MOREIRA');

  await page.getByLabel('Tipo', { exact: true }).selectOption('contract');
  await page.getByText('Nenhum log encontrado').first().waitFor();
  await expectAccessible(page, 'nothing found');
  await page.getByRole('button', { name: 'Limpar filtros' }).first().click();
  await expect.poll(() => cards(page).count()).toBe(30);
  expect(new URL(page.url()).search).toBe('');

  await page.getByRole('searchbox', { name: 'Buscar' }).fill('atualizar usuario');
  await expect.poll(() => cards(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Ana Beatriz Moreira' }).click();
  await expect.poll(() => cards(page).count()).toBe(1);
  await page.getByRole('button', { name: 'Só ações de Ana Beatriz Moreira' }).waitFor();
  await tabTo(page, 'button', 'Ver alterações');
  await page.keyboard.press('Enter');
  const card = cards(page).first();
  await card.getByText('Renda mensal').waitFor();
  expect((await card.locator('del').allTextContents()).map(plain)).toContain('R$ 7.800,00');
  expect((await card.locator('ins').allTextContents()).map(plain)).toContain('R$ 8.100,00');
  expect(await card.locator('ins').allTextContents()).toContain('(11) 98745-2044');
  await card.getByText(/^Mozilla\/5\.0 \(iPhone/).waitFor();
  await card.getByText('Safari no iPhone').hover();
  await page
    .getByRole('tooltip')
    .getByText(/Mozilla\/5\.0 \(iPhone/)
    .waitFor();
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'what changed');

  await page.getByRole('button', { name: 'Verificar integridade' }).click();
  await page.getByText('O registro está íntegro').waitFor();
  await page.getByText(`${whole.totals.count} registros verificados`).waitFor();

  await page.goto('/admin/audit?acao=create_contact&de=2020-01-01');
  const contacts = await logsOf(admin, 'action=create_contact');
  await page.getByText(`${contacts.totals.count} registros`).first().waitFor();
  await page.getByRole('button', { name: 'Exportar Logs' }).click();
  await page.getByRole('dialog').getByText(`(${contacts.totals.count} registros)`).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^auditoria-\d{4}-\d\d-\d\d\.csv$/);
  const rows = parse(readFileSync(await download.path()), { delimiter: ';', bom: true, from: 2 });
  expect(rows.map((cells) => [cells[6], cells[12]])).toEqual(
    contacts.logs.map(({ id }) => ['create_contact', id]),
  );
  await page.getByText(`baixado: ${contacts.totals.count} registros`).waitFor();
  await expectAccessible(page, 'export');
});

test('the audit screen reports what it cannot load and can ask again', async ({
  admin,
  complaints,
  visit,
}) => {
  complaints.allow(/ERR_FAILED/);
  const page = await visit(admin, { width: 360, theme: 'dark' });
  await page.goto('/admin/audit');
  await cards(page).first().waitFor();
  await page.route('**/trpc/**admin.audit.**', (route) => route.abort());
  await page.getByRole('button', { name: 'Verificar integridade' }).click();
  await page.getByText('Não foi possível verificar a integridade').waitFor();
  await page.getByRole('button', { name: 'Filtros' }).click();
  await page.getByLabel('Ação', { exact: true }).selectOption('login');
  await page.getByText('Não foi possível carregar a auditoria').waitFor();
  await expectAccessible(page, 'failed');
  await page.unroute('**/trpc/**admin.audit.**');
  await page.getByRole('button', { name: 'Tentar de novo' }).last().click();
  await cards(page).filter({ hasText: 'Login' }).first().waitFor();
});

test('a search of the audit log stops once another one is asked for', async ({ office: page }) => {
  await page.goto('/admin/audit');
  await cards(page).first().waitFor();
  const isFirst = (url: string) => /admin\.audit\.list\?.*MOREIRA/.test(decodeURIComponent(url));
  const hold = () => {};
  await page.route(({ href }) => isFirst(href), hold);
  const begun = page.waitForRequest((request) => isFirst(request.url()));
  const stopped = page.waitForEvent('requestfailed', (request) => isFirst(request.url()));
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('MOREIRA');
  await begun;
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('atualizar usuario');
  expect((await stopped).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect.poll(() => cards(page).count()).toBe(2);
});

test('the settings show facts, act at once, and refuse what would lock the administrator out', async ({
  bank,
  office: page,
  register,
}) => {
  await page.goto('/admin/settings');
  await page.getByText('Conectado').waitFor();
  await page.getByText(/^SQLite 3\./).waitFor();
  await page.getByText('Última cópia de segurança').waitFor();
  await page.getByText('Todos os limites, com os valores em vigor').waitFor();
  await page.getByText('1000 em 1 hora', { exact: true }).waitFor();
  expect(await page.getByText('Desenvolvimento', { exact: true }).count()).toBe(2);
  await page.getByText(bank.origin, { exact: true }).waitFor();
  await page.getByText('10 minutos sem uso, 8 horas no máximo').waitFor();
  await page.getByRole('button', { name: 'Ativar 2FA' }).waitFor();

  const required = page.getByRole('switch', { name: 'Exigir dois fatores de administradores' });
  await required.click();
  await page.getByText(/^Ative primeiro a sua própria autenticação/).waitFor();
  expect(await required.getAttribute('aria-checked')).toBe('false');

  const approvals = page.getByRole('form', { name: 'Limite de uma aprovação de crédito' });
  await approvals.getByLabel('Valor máximo').fill('50000000,00');
  await approvals.getByRole('button', { name: 'Salvar limite' }).click();
  await page.getByText('Limite de uma aprovação de crédito alterado', { exact: true }).waitFor();
  await page.getByText('até R$ 50.000.000,00').waitFor();

  const newClients = page.getByRole('switch', { name: 'Novos Clientes' });
  expect(await newClients.getAttribute('aria-checked')).toBe('true');
  await newClients.press('Space');
  await expect.poll(() => newClients.getAttribute('aria-checked')).toBe('false');
  const unreportedClient = (await register()).person.fullName;
  await newClients.press('Enter');
  await expect.poll(() => newClients.getAttribute('aria-checked')).toBe('true');
  const reportedClient = (await register()).person.fullName;
  const mailbox = await page.request.get('/dev/mailbox', { headers: { accept: 'application/json' } });
  const { messages } = (await mailbox.json()) as { messages: { to: string; text: string }[] };
  const told = messages.filter(({ to }) => to.startsWith('helena')).map(({ text }) => text);
  expect(told.filter((text) => text.includes(reportedClient))).toHaveLength(1);
  expect(told.filter((text) => text.includes(unreportedClient))).toEqual([]);
  await page.reload();
  await newClients.waitFor();
  expect(await newClients.getAttribute('aria-checked')).toBe('true');

  await page.getByRole('button', { name: 'Enviar mensagem de teste' }).click();
  await page.getByText('Mensagem escrita para helena.siqueira@valebank.example').waitFor();
  await expectAccessible(page, 'settings');
  const [mail] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: /Abrir a caixa local/ }).click(),
  ]);
  await mail.getByText('Mensagem de teste do ValeBank').first().waitFor();
  await mail.close();

  await page.goto('/admin/audit?acao=update_setting');
  await page.getByRole('button', { name: 'Ver alterações' }).first().click();
  await cards(page).first().getByText('Novos Clientes').waitFor();
  expect(await cards(page).first().locator('ins').allTextContents()).toEqual(['Ativo']);
});

test('an administrator ends the other sessions and changes the password', async ({
  colleague,
  login,
  visit,
}) => {
  const credentials = { document: SECOND_ADMIN.cpf, password: SECOND_ADMIN.password };
  const elsewhere = await login(credentials);
  const page = await visit(colleague);
  await page.goto('/admin/settings');
  await page.getByText('Esta sessão').waitFor();
  await page.getByRole('button', { name: 'Encerrar todas as outras' }).click();
  await page.getByRole('button', { name: 'Encerrar todas', exact: true }).click();
  await page
    .getByText(/encerradas?$/)
    .first()
    .waitFor();
  expect((await elsewhere.call('GET', '/api/auth/me')).status).toBe(401);

  const next = 'colina-azul-atras-do-vale';
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Senha atual', { exact: true }).fill(credentials.password);
  await dialog.getByLabel('Nova senha', { exact: true }).fill(next);
  await expectAccessible(page, 'a new password');
  await dialog.getByRole('button', { name: 'Alterar senha' }).click();
  await page.getByText('Senha alterada').first().waitFor();
  await login({ ...credentials, password: next });
});

test('an audit row written directly into the database is reported with what to do', async ({
  bank,
  office: page,
}) => {
  await page.goto('/admin/audit');
  tamper(bank.dataDir, (raw) => {
    const row = raw.prepare('select rowid from audit_log where seq = 7').pluck().get();
    return changeRow(raw, 'audit_log', row, { user_name: 'Outra Pessoa' });
  });
  await page.getByRole('button', { name: 'Verificar integridade' }).click();
  await page.getByText('A corrente quebra no registro nº 7').waitFor();
  await page.getByText(/^6 registros antes dele conferem\./).waitFor();
  await page.getByText(/^O que fazer: pare o servidor/).waitFor();
  await expectAccessible(page, 'broken');
});

test('accounts, operations (the worst first) and audit lead to the holder and to the ledger', async ({
  office: page,
}) => {
  const inLedger = async (query: Record<string, string>) => {
    await page.waitForURL((url) => url.pathname === '/admin/ledger');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject(query);
    await page.getByRole('row').filter({ hasText: 'Ana Beatriz Moreira' }).first().waitFor();
  };
  await page.goto('/admin/accounts?busca=Moreira&tipo=checking');
  const account = page.getByRole('link', { name: /^Lançamentos da conta/ });
  const number = await account.innerText();
  await account.click();
  await inLedger({ busca: number });
  await page.goBack();
  await page.getByRole('link', { name: 'Ana Beatriz Moreira' }).click();
  await page.waitForURL(/\/admin\/clients\/[^/]+\/history/);

  await page.goto('/admin/operations');
  const worst = page.getByRole('main').getByRole('listitem').first();
  await worst.getByText('3 vencidas').waitFor();
  for (const fact of ['A pagar hoje', 'Atraso', 'Próximo vencimento'])
    await worst.getByRole('term').filter({ hasText: fact }).waitFor();
  await worst.getByRole('button', { name: /^Parcelas de/ }).click();
  await page.getByRole('dialog').getByRole('row').nth(8).waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/admin/operations?busca=moreira');
  await page
    .getByRole('link', { name: /^Lançamentos de Ana/ })
    .first()
    .click();
  await inLedger({ busca: 'Ana Beatriz Moreira' });
  await page.goBack();
  await page
    .getByRole('heading', { level: 2 })
    .getByRole('link', { name: 'Ana Beatriz Moreira' })
    .first()
    .click();
  await page.waitForURL(/\/admin\/clients\/[^/]+\/history/);

  await page.goto('/admin/audit?acao=transfer&busca=moreira');
  const row = cards(page).first();
  expect(await row.locator('time').innerText()).toMatch(/\d\d:\d\d:\d\d/);
  await row.getByRole('definition').getByRole('link').click();
  await page.waitForURL(/\/admin\/ledger\?transacao=/);
});

const plain = (text: string) => text.replace(/\u00a0/g, ' ');
