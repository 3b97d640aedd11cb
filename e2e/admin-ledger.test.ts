import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage } from './browser.ts';
import { type Demo, openDemo } from './demo.ts';
import { expectAccessible } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { dialogBy } from './look.ts';
import { ANA, BRUNO, HELENA } from './people.ts';
import { newScript } from './script.ts';

let demo: Demo;

beforeAll(async () => {
  demo = await openDemo(HELENA);
});
afterAll(() => demo?.close());

type Entry = { id: string; transactionId: string; amount: string; isDebit: boolean; description: string };
type Ledger = {
  entries: Entry[];
  nextCursor: string | null;
  totals: { debits: string; credits: string; balance: string };
};

/** Every entry that the bank has for these filters, and what it says they add up to. */
async function entriesOf(
  page: Page,
  filters: string,
): Promise<{ entries: Entry[]; totals: Ledger['totals'] }> {
  const entries: Entry[] = [];
  let totals: Ledger['totals'] | undefined;
  for (let cursor = ''; ; ) {
    const answer = await page.request.get(
      `/api/admin/ledger?limit=100&${filters}${cursor && `&cursor=${cursor}`}`,
    );
    const found: Ledger = await answer.json();
    entries.push(...found.entries);
    totals ??= found.totals;
    if (found.nextCursor === null) return { entries, totals };
    cursor = found.nextCursor;
  }
}

/** A list may take its time to come. */
const SLOWLY = { timeout: 30_000 };
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
const brl = (decimal: string) =>
  plain(
    new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(Number(decimal)),
  ).replace('-', '−');
const centsOf = (decimal: string) => Math.round(Number(decimal) * 100);
const dialog = (page: Page) => page.getByRole('dialog');
const table = (page: Page) => page.getByRole('table', { name: 'Lançamentos' });
const main = async (page: Page) => plain(await page.locator('main').innerText());

/** The totals on the screen are these. */
async function showsTotals(page: Page, { debits, credits, balance }: Ledger['totals']): Promise<void> {
  for (const text of [`Débitos ${brl(debits)}`, `Créditos ${brl(credits)}`, `débitos ${brl(balance)}`])
    await expect.poll(() => main(page), SLOWLY).toContain(text);
}

test('the filters are in the address, and the totals are of all that is filtered', async () => {
  const { page, complaints } = await demo.arrive('/admin/ledger');
  await table(page).waitFor();
  const whole = await entriesOf(page, '');
  const sum = (isDebit: boolean) =>
    whole.entries.reduce((all, one) => all + (one.isDebit === isDebit ? centsOf(one.amount) : 0), 0);
  expect([sum(true), sum(false)]).toEqual([centsOf(whole.totals.debits), centsOf(whole.totals.credits)]);
  await showsTotals(page, whole.totals);
  expect(await table(page).getByRole('rowheader').count()).toBe(30);
  await page.getByRole('button', { name: 'Carregar mais' }).click();
  await expect.poll(() => table(page).getByRole('rowheader').count(), SLOWLY).toBe(60);

  await page.getByLabel('Tipo', { exact: true }).selectOption({ label: 'Transferência' });
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('moreira');
  await page.getByRole('button', { name: 'Mais filtros' }).click();
  await page.getByLabel('Sentido').selectOption({ label: 'Só débitos' });
  await page.getByLabel('Valor mínimo').pressSequentially('10000');
  await page.waitForURL(
    ({ searchParams }) =>
      ['tipo', 'busca', 'sentido'].every((name) => searchParams.has(name)) && searchParams.has('minimo'),
  );
  const some = await entriesOf(page, 'type=transfer&q=moreira&direction=out&least=100.00');
  expect(some.entries.length).toBeGreaterThan(5);
  expect(some.entries.length).toBeLessThan(whole.entries.length);
  await showsTotals(page, some.totals);
  await page.getByRole('button', { name: 'Mais filtros (2)' }).waitFor();
  await page.reload();
  await showsTotals(page, some.totals);
  expect(await page.getByLabel('Valor mínimo').inputValue()).toBe('100,00');
  await expectAccessible(page, 'filtered');
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await showsTotals(page, whole.totals);
  await page.goto('/admin/ledger?lado=todos');
  const both = await entriesOf(page, 'side=all');
  expect(centsOf(both.totals.balance)).toBe(0);
  await showsTotals(page, both.totals);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('what is filtered is exported, row by row', async () => {
  const { page } = await demo.arrive('/admin/ledger?tipo=credit_payment&lado=todos');
  await table(page).waitFor();
  const { entries } = await entriesOf(page, 'type=credit_payment&side=all');
  expect(entries.length).toBeGreaterThan(30);
  await dialogBy('Exportar')(page);
  await expectAccessible(page, 'export');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Baixar CSV' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  const rows: Record<string, string>[] = parse(text, { columns: true, delimiter: ';', bom: true });
  expect(rows).toHaveLength(entries.length);
  const signed = rows.map((row) => `${row.Transação} ${row.Débito ? `-${row.Débito}` : row.Crédito}`);
  expect(signed.toSorted()).toEqual(
    entries
      .map((one) => `${one.transactionId} ${one.isDebit ? '-' : ''}${one.amount.replace('.', ',')}`)
      .toSorted(),
  );
  await dialog(page)
    .getByText(new RegExp(`baixado.*${entries.length} lançamentos`))
    .waitFor();
  await page.context().close();
});

/** One real of Ana's for Bruno, under a key of its own; the id of the transaction. */
async function transfer(description: string): Promise<string> {
  const [ana, bruno] = [newScript(demo.bank.origin), newScript(demo.bank.origin)];
  await ana.call('POST', '/api/auth/login', ANA);
  await bruno.call('POST', '/api/auth/login', BRUNO);
  const { body } = await bruno.call('GET', '/api/accounts');
  const [account] = body.accounts as { accountNumber: string }[];
  const sent = await ana.call(
    'POST',
    '/api/transfers',
    { accountNumber: account?.accountNumber, amount: '1.00', description },
    { 'Idempotency-Key': 'uma-chave-da-ana-0001' },
  );
  expect(sent.status).toBe(201);
  return (sent.body.transfer as { id: string }).id;
}

test('a transaction opens whole, is reversed with a reason by keyboard, and leads to its reversal', async () => {
  const id = await transfer('Presente trocado');
  const { page, complaints } = await demo.arrive('/admin/ledger?busca=presente');
  await tabTo(page, 'button', 'Presente trocado');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('2 lançamentos somam').waitFor();
  expect(new URL(page.url()).searchParams.get('transacao')).toBe(id);
  const shown = plain(await dialog(page).innerText());
  for (const text of [
    'Ana Beatriz Moreira',
    'Bruno Carvalho Nogueira',
    'uma-chave-da-ana-0001',
    'somam R$ 0,00',
    id,
  ])
    expect(shown).toContain(text);
  await expectAccessible(page, 'transaction');
  await tabTo(page, 'button', 'Estornar');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Nada é apagado').waitFor();
  await dialog(page).getByLabel('Motivo').fill('Enviado duas vezes');
  await expectAccessible(page, 'reversal');
  await dialog(page).getByRole('button', { name: 'Estornar' }).press('Enter');
  await dialog(page).getByText('Desfaz outra transação').waitFor();
  expect(await dialog(page).getByRole('button', { name: 'Estornar' }).count()).toBe(0);
  await dialog(page).getByRole('button', { name: 'Ver a original' }).press('Enter');
  await dialog(page).getByText('Estornada: outra transação a desfez').waitFor();
  expect(await dialog(page).getByRole('button', { name: 'Estornar' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  const newest = table(page).getByRole('row').filter({ hasText: 'Estorno' });
  await expect.poll(() => newest.count(), SLOWLY).toBe(2);
  expect((await newest.allInnerTexts()).map(plain).toSorted()).toEqual([
    expect.stringMatching(/Ana Beatriz Moreira .* \+R\$ 1,00 Crédito/),
    expect.stringMatching(/Bruno Carvalho Nogueira .* −R\$ 1,00 Débito/),
  ]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('what a credit moved leads to that credit alone, what an investment moved names it', async () => {
  const { page } = await demo.arrive('/admin/ledger');
  const { entries } = await entriesOf(page, 'type=credit_disbursement');
  await page.goto(`/admin/ledger?transacao=${entries[0]?.transactionId}`);
  const credit = dialog(page).getByRole('link', { name: /^Crédito “/ });
  const purpose = (await credit.innerText()).slice('Crédito “'.length, -1);
  await expectAccessible(page, 'disbursement');
  await credit.click();
  await page.waitForURL(/\/admin\/operations\?busca=/);
  const cards = page.getByRole('list', { name: 'Operações' }).getByRole('listitem');
  await cards.getByText(purpose).waitFor();
  expect(await cards.count()).toBe(1);
  const yields = await entriesOf(page, 'type=investment_yield');
  await page.goto(`/admin/ledger?transacao=${yields.entries[0]?.transactionId}`);
  await dialog(page).getByText('Investimento', { exact: true }).waitFor();
  await page.context().close();
});

test('every check is run, its report is kept, and a transaction that is shown has an address', async () => {
  const { page } = await demo.arrive('/admin/ledger', { width: 360, theme: 'dark' });
  await page.getByRole('button', { name: 'Conciliar', exact: true }).click();
  await dialog(page)
    .getByText(/^\d+ verificações em/)
    .waitFor();
  await dialog(page).getByText('Tudo confere').waitFor();
  expect(await dialog(page).getByText('Confere', { exact: true }).count()).toBeGreaterThan(12);
  await expectAccessible(page, 'report');
  await dialog(page).getByRole('button', { name: 'Todos os relatórios' }).click();
  await page.waitForURL(/conciliacao=todas/);
  const reports = dialog(page).getByRole('table', { name: 'Relatórios' });
  await reports.getByText('Helena Prado Siqueira').first().waitFor();
  await reports.getByRole('rowheader').getByRole('button').first().click();
  await dialog(page)
    .getByText(/^\d+ verificações em/)
    .waitFor();
  await page.goBack();
  await reports.waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await page.context().close();
});

test('an answer that does not come is told, and asked for again', async () => {
  const { page } = await openPage(demo.browser, demo.bank.origin);
  await page.context().addCookies(demo.cookies);
  let isBroken = true;
  await page.route('**/trpc/**admin.ledger**', (route) =>
    isBroken ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await page.goto('/admin/ledger');
  await page.getByText('Não foi possível carregar os lançamentos').waitFor();
  await page.getByText('Não foi possível carregar a última conciliação').waitFor();
  await expectAccessible(page, 'failed');
  isBroken = false;
  await page.getByRole('button', { name: 'Tentar de novo' }).last().click();
  await table(page).waitFor();
  await page.context().close();
});

// The last one: the bank is never whole again.
test('what was written into the database is named by Conciliar, on the dashboard too', async () => {
  const raw = new Database(join(demo.bank.dataDir, 'valebank.db'), { fileMustExist: true });
  for (const name of raw.prepare("select name from sqlite_master where type = 'trigger'").pluck().all())
    raw.exec(`drop trigger "${String(name)}"`);
  const planted = raw
    .prepare("select id from transactions where type = 'transfer' order by id limit 1")
    .pluck()
    .get();
  raw.prepare('update transactions set amount_cents = amount_cents + 1 where id = ?').run(planted);
  raw.close();
  const { page } = await demo.arrive('/admin/ledger');
  await page.getByRole('button', { name: 'Conciliar', exact: true }).click();
  const about = dialog(page)
    .getByRole('button', { name: `Transação ${planted}` })
    .first();
  await about.waitFor();
  await dialog(page).getByRole('heading', { name: '2 diferenças' }).waitFor();
  await expectAccessible(page, 'difference');
  await about.click();
  await dialog(page).getByText('lançamentos somam').waitFor();
  expect(new URL(page.url()).searchParams.get('transacao')).toBe(planted);
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('heading', { name: '2 diferenças' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('A última conciliação achou 2 diferenças').waitFor();
  await expectAccessible(page, 'ledger with a difference');

  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: /^2 diferenças na última conciliação/ }).click();
  await about.waitFor();
  await page.context().close();
});
