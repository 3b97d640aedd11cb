/** @module-tag prove */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { complaintsAbout } from './look.ts';
import { cookiesOf } from './script.ts';
import { changeRow, tamper } from './tamper.ts';

test.override('env', { SEED: 'demo' });

const testOnNewBank = test.extend('env', { scope: 'file' }, {});

const SLOWLY = { timeout: 30_000 };

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
const centsOf = (shown: string) => Number(shown.replace(/\D/g, ''));

async function opens(page: Page, list: string, link: RegExp, address: RegExp, words: string[]) {
  await page.getByRole('list', { name: list }).getByRole('link', { name: link }).click();
  await page.waitForURL(address);
  for (const text of words)
    await expect.poll(async () => plain(await page.locator('main').innerText()), SLOWLY).toContain(text);
  await page.goBack();
  await page.getByRole('heading', { name: 'Atividades recentes' }).waitFor();
}

async function figure(page: Page, list: string, name: RegExp): Promise<string> {
  const text = plain(await page.getByRole('list', { name: list }).getByRole('link', { name }).innerText());
  return /((?:[+−]?R\$ )?[\d.]+(?:,\d\d)?)$/.exec(text)?.[1] ?? text;
}

/** A completed order, reset to look open. */
const DONE_ORDER = "select rowid from payment_orders where status = 'done' order by transaction_id limit 1";
const NEXT_INSTALMENT = 'select rowid from instalments where paid_on is null order by due_on limit 1';
const LOST_MAIL = `insert into outbox (id, kind, recipient, subject, text, html, created_at, attempts, last_error)
  select 'lost', kind, 'ana@correio.exemple', 'Seu extrato', text, html, created_at, 3, '550 domínio não existe'
  from outbox limit 1`;

test("each of the six figures of the administrator's dashboard opens a list with the same total", async ({
  office: page,
}) => {
  await page.goto('/admin/dashboard');
  await page.getByRole('heading', { name: 'Atividades recentes' }).waitFor();
  const list = 'Números do banco';
  const of = (name: RegExp) => figure(page, list, name);
  expect(await page.getByRole('list', { name: list }).getByRole('link').count()).toBe(6);
  const clients = await of(/^Clientes/);
  await opens(page, list, /^Clientes/, /\/admin\/users\?perfil=cliente/, [`Encontrados ${clients}`]);
  const active = await of(/^Contas ativas/);
  await opens(page, list, /^Contas ativas/, /accounts\?status=ativas/, [`Contas encontradas ${active}`]);
  const balance = await of(/^Saldo total/);
  await opens(page, list, /^Saldo total/, /accounts\?tipo=deposits/, [`Saldo somado ${balance}`]);
  const lent = await of(/^Carteira de crédito/);
  await opens(page, list, /^Carteira de crédito/, /\/admin\/operations$/, [`principal ${lent}`]);
  const invested = await of(/^Investimentos/);
  await opens(page, list, /^Investimentos/, /\/admin\/investments$/, [`Total investido ${invested}`]);
  const pending = await of(/^Aprovações pendentes/);
  await opens(page, list, /^Aprovações pendentes/, /credit\?status=undecided/, [`${pending} propostas`]);
  expect([clients, active, pending].map(Number).every((count) => count > 0)).toBe(true);
});

test('the loan book, late payments, and money in and out lead to the lists behind them', async ({
  office: page,
}) => {
  await page.goto('/admin/dashboard?dias=90');
  await page.getByRole('heading', { name: 'Entradas e saídas em 90 dias' }).waitFor();
  for (const [name, address] of [
    [/^Adimplente/, /operations\?status=adimplente/],
    [/^Em Atraso/, /operations\?status=em_atraso/],
    [/^Negativado/, /operations\?status=negativado/],
  ] as const) {
    const owed = await figure(page, 'Carteira por situação', name);
    expect(centsOf(owed)).toBeGreaterThan(0);
    await opens(page, 'Carteira por situação', name, address, [`Saldo devedor ${owed}`]);
  }
  const late = await figure(page, 'Em atraso', /^Mais de 30 dias/);
  await opens(page, 'Em atraso', /^Mais de 30 dias/, /operations\?atraso=30/, [`Saldo devedor ${late}`]);
  const flow = page.getByRole('region', { name: 'Entradas e saídas em 90 dias' });
  const shown = async (name: string) =>
    plain(await flow.locator('dl > div').filter({ hasText: name }).innerText());
  for (const [name, total] of [
    ['Entradas', 'Débitos'],
    ['Saídas', 'Créditos'],
  ] as const) {
    const amount = (await shown(name)).replace(`${name} `, '');
    expect(centsOf(amount)).toBeGreaterThan(0);
    await flow.getByRole('link', { name: amount }).click();
    await page.waitForURL(/\/admin\/ledger\?.*lado=fora/);
    await expect
      .poll(async () => plain(await page.locator('main').innerText()), SLOWLY)
      .toContain(`${total} ${amount}`);
    await page.goBack();
    await flow.waitFor();
  }
});

test('the dashboard chart has a table whose days add up to its figures, and its period is in the URL', async ({
  admin,
  office: page,
}) => {
  await page.goto('/admin/dashboard');
  await page.getByRole('heading', { name: 'Entradas e saídas em 30 dias' }).waitFor();
  await page.getByRole('navigation', { name: 'Período' }).getByRole('link', { name: '7 dias' }).click();
  await page.waitForURL(/dias=7/);
  await page.getByRole('heading', { name: 'Entradas e saídas em 7 dias' }).waitFor();
  await page.getByRole('button', { name: 'Ver como tabela' }).click();
  const table = page.getByRole('table', { name: 'Entradas e saídas em 7 dias' });
  const rows = await table.locator('tbody tr').allInnerTexts();
  expect(rows).toHaveLength(7);
  const days = rows.map((row) => row.split('\t').map(plain));
  const sum = (column: number) => days.reduce((all, cells) => all + centsOf(cells[column] ?? ''), 0);
  const { flowTotal, flow } = (await admin.call('GET', '/api/admin/overview?days=7')).body;
  expect([sum(1), sum(2)]).toEqual([centsOf(flowTotal.in), centsOf(flowTotal.out)]);
  expect(days.map(([day]) => day)).toEqual(
    flow.map(({ day }) => day.split('-').reverse().join('/')).reverse(),
  );
  expect(sum(2)).toBeGreaterThan(0);
  await expectAccessible(page, 'table of the flow');
  await page.reload();
  await page.getByRole('heading', { name: 'Entradas e saídas em 7 dias' }).waitFor();
});

test('amounts that fall due are shown day by day on the dashboard, and add up to its figures', async ({
  office: page,
}) => {
  await page.goto('/admin/dashboard?dias=90');
  const maturing = await figure(page, 'Movimento', /^Investimentos a vencer/);
  const due = await figure(page, 'Movimento', /^Parcelas a receber/);
  await page.getByRole('link', { name: /^Parcelas a receber/ }).click();
  await page.waitForURL(/lista=vencimentos/);
  const cells = page.getByRole('dialog').getByRole('table', { name: 'Vencimentos' }).locator('tbody td');
  await cells.first().waitFor();
  const texts = (await cells.allInnerTexts()).map(plain);
  const sum = (column: number) =>
    texts
      .filter((_, index) => index % 3 === column)
      .reduce((all, text) => all + centsOf(/R\$ [\d.]+,\d\d/.exec(text)?.[0] ?? ''), 0);
  expect([sum(1), sum(2)]).toEqual([centsOf(maturing), centsOf(due)]);
  expect(sum(2)).toBeGreaterThan(0);
  await expectAccessible(page, 'what falls due');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('pending work comes first on the dashboard, leads to the screen that settles it, and is reachable by keyboard', async ({
  office: page,
}) => {
  await page.goto('/admin/dashboard');
  const needs = page.getByRole('region', { name: 'Precisa de alguém' });
  const need = needs.getByRole('link', { name: /propostas esperam há mais de 24 horas/ });
  await need.waitFor();
  await tabTo(page, 'link', /^7 dias/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/dias=7/);
  await tabTo(page, 'link', /propostas esperam há mais de 24 horas/);
  await tabTo(page, 'link', /^Clientes \d/);
  await tabTo(page, 'button', 'Ver como tabela');
  await page.keyboard.press('Space');
  await tabTo(page, 'link', /^Em Atraso/);
  await tabTo(page, 'link', /^Novos clientes/);
  await need.click();
  await page.waitForURL(/\/admin\/credit\?status=undecided/);
});

test('the dashboard reports a missing answer and can ask again', async ({ complaints, office: page }) => {
  complaints.allow(/status of 500/);
  let isBroken = true;
  await page.route('**/trpc/**admin.overview**', (route) =>
    isBroken ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await page.goto('/admin/dashboard');
  await page.getByText('Não foi possível carregar o movimento do banco').waitFor();
  await expectAccessible(page, 'failed');
  isBroken = false;
  await page.getByRole('button', { name: 'Tentar de novo' }).last().click();
  await page.getByRole('heading', { name: 'Entradas e saídas em 30 dias' }).waitFor();
});

test('unfinished payments, abandoned e-mails and new delays open the lists behind their figures', async ({
  bank,
  office: page,
}) => {
  tamper(bank.dataDir, (raw) => {
    const one = (query: string) => raw.prepare(query).pluck().get();
    const undo = [
      changeRow(raw, 'payment_orders', one(DONE_ORDER), {
        status: 'processing',
        concluded_at: null,
        concluded_by_id: null,
      }),
      changeRow(raw, 'instalments', one(NEXT_INSTALMENT), {
        due_on: one("select date('now', '-3 hours', '-6 days')"),
      }),
    ];
    raw.exec(LOST_MAIL);
    return () => {
      for (const back of undo) back();
    };
  });
  await page.goto('/admin/dashboard');
  const need = (name: RegExp) =>
    page.getByRole('region', { name: 'Precisa de alguém' }).getByRole('link', { name });

  await need(/^1 pagamento sem desfecho no provedor/).click();
  await page.waitForURL('**/admin/jobs#pagamentos');
  const stuck = page.getByRole('table', { name: 'Pagamentos sem desfecho' });
  await stuck.getByText('Com o provedor').waitFor();
  expect(await stuck.locator('tbody tr').count()).toBe(1);
  await page.goBack();
  const late = need(/^\d+ créditos? com parcela vencida nos últimos 7 dias/);
  const count = Number.parseInt(await late.innerText(), 10);
  await late.click();
  await page.waitForURL(/operations\?atraso=novo/);
  await page
    .getByRole('button', { name: /^Ações: / })
    .first()
    .waitFor();
  expect(await page.getByRole('button', { name: /^Ações: / }).count()).toBe(count);
  await page.goBack();

  await need(/^1 e-mail que não pôde ser enviado/).click();
  await page.waitForURL('**/admin/jobs#emails');
  const mail = page.getByRole('table', { name: 'E-mails não enviados' });
  await mail.getByText('550 domínio não existe').waitFor();
  await expectAccessible(page, 'lists of what waits');
  await page.getByRole('button', { name: 'Descartar: Seu extrato' }).press('Enter');
  await page.getByRole('alertdialog').getByText('ana@correio.exemple').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Tentar de novo: Seu extrato' }).press('Enter');
  await page.getByText('O e-mail será enviado de novo').first().waitFor();
  await page.getByText('Nenhum e-mail ficou para trás').waitFor();
  await page.goto('/admin/dashboard');
  await need(/^1 pagamento sem desfecho/).waitFor();
  expect(await need(/e-mail/).count()).toBe(0);
});

testOnNewBank(
  'the dashboard of a new bank says that there is nothing yet, and passes axe in both widths and themes',
  async ({ admin, bank, browser, office: page }) => {
    await page.goto('/admin/dashboard');
    await page.getByText('Nada espera por ninguém agora.').waitFor();
    await page.getByText('Nada entrou nem saiu nestes dias.').waitFor();
    await page.getByText('nenhuma espera').waitFor();
    const screens = [
      { path: '/admin/dashboard', shows: 'Nada espera por ninguém agora.' },
      { path: '/admin/ledger', shows: 'Nenhum lançamento ainda' },
      { path: '/admin/ledger?conciliacao=todas', shows: 'Conciliar agora' },
    ];
    expect(await complaintsAbout(browser, bank.origin, screens, cookiesOf(admin, bank.origin))).toEqual([]);
  },
);
