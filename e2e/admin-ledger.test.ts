/** @module-tag prove */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Login, test } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { dialogBy } from './look.ts';
import { ANA, BRUNO } from './people.ts';
import type { Script } from './script.ts';
import { changeRow, tamper } from './tamper.ts';

test.override('env', { SEED: 'demo' });

type Ledger = Awaited<ReturnType<typeof entriesOf>>;

async function entriesOf(admin: Script, filters: string) {
  const ask = (cursor: string) =>
    admin.call('GET', `/api/admin/ledger?limit=100&${filters}${cursor && `&cursor=${cursor}`}`);
  let { body: found } = await ask('');
  const { entries, totals } = found;
  if (!totals) throw new Error('no totals');
  while (found.nextCursor !== null) {
    found = (await ask(found.nextCursor)).body;
    entries.push(...found.entries);
  }
  return { entries, totals };
}

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

async function showsTotals(page: Page, { debits, credits, balance }: Ledger['totals']): Promise<void> {
  for (const text of [`Débitos ${brl(debits)}`, `Créditos ${brl(credits)}`, `débitos ${brl(balance)}`])
    await expect.poll(() => main(page), SLOWLY).toContain(text);
}

test('the ledger filters are in the URL, and the totals cover all matching rows', async ({
  admin,
  office: page,
}) => {
  await page.goto('/admin/ledger');
  await table(page).waitFor();
  const whole = await entriesOf(admin, '');
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
  const some = await entriesOf(admin, 'type=transfer&q=moreira&direction=out&least=100.00');
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
  const both = await entriesOf(admin, 'side=all');
  expect(centsOf(both.totals.balance)).toBe(0);
  await showsTotals(page, both.totals);
});

test('the ledger export has exactly the filtered rows', async ({ admin, office: page }) => {
  await page.goto('/admin/ledger?tipo=credit_payment&lado=todos');
  await table(page).waitFor();
  const { entries } = await entriesOf(admin, 'type=credit_payment&side=all');
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
});

/** Ana sends Bruno R$ 1,00. Returns the transaction's id. */
async function transfer(login: Login, description: string): Promise<string> {
  const [ana, bruno] = [await login(ANA), await login(BRUNO)];
  const [account] = (await bruno.call('GET', '/api/accounts')).body.accounts;
  const sent = await ana.call(
    'POST',
    '/api/transfers',
    { accountNumber: account?.accountNumber, amount: '1.00', description },
    { 'Idempotency-Key': 'uma-chave-da-ana-0001' },
  );
  expect(sent.status).toBe(201);
  return sent.body.transfer.id;
}

test('an administrator opens a transaction, reverses it with a reason by keyboard, and reaches its reversal', async ({
  login,
  office: page,
}) => {
  const id = await transfer(login, 'Presente trocado');
  await page.goto('/admin/ledger?busca=presente');
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
});

test('a transaction of a credit links to that credit, one of an investment names it', async ({
  admin,
  office: page,
}) => {
  const { entries } = await entriesOf(admin, 'type=credit_disbursement');
  await page.goto(`/admin/ledger?transacao=${entries[0]?.transactionId}`);
  const credit = dialog(page).getByRole('link', { name: /^Crédito “/ });
  const purpose = (await credit.innerText()).slice('Crédito “'.length, -1);
  await expectAccessible(page, 'disbursement');
  await credit.click();
  await page.waitForURL(/\/admin\/operations\?busca=/);
  const cards = page.getByRole('list', { name: 'Operações' }).getByRole('listitem');
  await cards.getByText(purpose).waitFor();
  expect(await cards.count()).toBe(1);
  const yields = await entriesOf(admin, 'type=investment_yield');
  await page.goto(`/admin/ledger?transacao=${yields.entries[0]?.transactionId}`);
  await dialog(page).getByText('Investimento', { exact: true }).waitFor();
});

test('a reconciliation runs every check and keeps its report, and the list of reports has its own URL', async ({
  admin,
  visit,
}) => {
  const page = await visit(admin, { width: 360, theme: 'dark' });
  await page.goto('/admin/ledger');
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
});

test('who does not prove who they are reconciles nothing, and reads of no error', async ({
  complaints,
  office: page,
}) => {
  complaints.allow(/status of 403/);
  const asksForProof = { message: '', code: -32_003, data: { code: 'REAUTHENTICATE', httpStatus: 403 } };
  await page.route('**/trpc/admin.ledger.reconcile?**', async (route) => {
    await page.getByText('Conferindo o livro-razão').waitFor();
    await route.fulfill({ status: 403, json: [{ error: { json: asksForProof } }] });
  });
  await page.goto('/admin/ledger');
  await page.getByRole('button', { name: 'Conciliar', exact: true }).click();
  const asking = page.getByRole('dialog', { name: 'Confirme que é você' });
  await asking.waitFor();
  await page.keyboard.press('Escape');
  await asking.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('dialog').count(), SLOWLY).toBe(0);
  expect(await page.getByText('Não foi possível conciliar').count()).toBe(0);
});

test('the ledger screen reports a missing answer and can ask again', async ({ complaints, office: page }) => {
  complaints.allow(/status of 500/);
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
});

test('a row written directly into the database is reported by the reconciliation and on the dashboard', async ({
  bank,
  office: page,
}) => {
  let planted = '';
  tamper(bank.dataDir, (raw) => {
    const row = raw
      .prepare<[], { rowid: number; id: string; amount: number }>(
        "select rowid, id, amount_cents as amount from transactions where type = 'transfer' order by id limit 1",
      )
      .get();
    if (!row) throw new Error('no transfer');
    planted = row.id;
    return changeRow(raw, 'transactions', row.rowid, { amount_cents: row.amount + 1 });
  });
  await page.goto('/admin/ledger');
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
});
