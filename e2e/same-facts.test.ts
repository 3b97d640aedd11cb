/** @module-tag prove */
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { formatBrl, parseDecimal } from '../src-server/domain/money.ts';
import { test as base } from './bank-test.ts';
import { centsOf, openFigures } from './figure-rows.ts';
import { ANA } from './people.ts';
import type { Script } from './script.ts';

base.override('env', { SEED: 'demo' });

const brl = (decimal: string): string => formatBrl(parseDecimal(decimal) ?? Number.NaN);
const test = base.extend('ana', ({ login }) => login(ANA));

/** What REST says of Ana; amounts as decimal text. */
type Facts = Awaited<ReturnType<typeof factsOf>>;

async function ask<Path extends `/api/${string}`>(script: Script, path: Path) {
  const { status, body } = await script.call('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return body;
}

async function factsOf(ana: Script) {
  const [account] = (await ask(ana, '/api/accounts')).accounts;
  const { proposals } = await ask(ana, '/api/credit/proposals');
  const { investments } = await ask(ana, '/api/investments');
  const { entries } = await ask(ana, '/api/ledger?account=all&view=movements&kind=boleto&flow=counted');
  const waiting = proposals.find(({ status }) => status === 'under_analysis' || status === 'pending');
  const running = proposals.find(({ status }) => status === 'active');
  const investment = investments.find(({ status }) => status === 'active');
  const [boleto] = entries;
  if (!account || !waiting || !running || !investment || !boleto) throw new Error('Ana lacks a fact');
  return {
    account,
    waiting,
    running,
    investment,
    boleto,
    external: (await ask(ana, '/api/asaas/balance')).balance,
    credit: await ask(ana, '/api/credit/summary'),
    month: await ask(ana, '/api/accounts/month-summary'),
  };
}

/** A place on a screen, and the texts that must stand there. */
type Place = [where: (page: Page) => Locator, ...texts: string[]];
type Screen = { path: string; places: Place[] };

const region = (name: string | RegExp) => (page: Page) => page.getByRole('region', { name, exact: true });
const main = (page: Page) => page.getByRole('main');
const item = (text: string) => (page: Page) => main(page).getByRole('listitem').filter({ hasText: text });
const row = (text: string) => (page: Page) => main(page).getByRole('row').filter({ hasText: text });
const dayBalance = (page: Page) =>
  main(page)
    .getByText(/^Saldo( do dia)? R/)
    .first();

const clientScreens = ({ account, waiting, running, investment, boleto, external, credit, month }: Facts) => {
  const balance = brl(account.balance);
  const available = `Disponível ${balance}`;
  const instalment = brl(running.monthlyPayment);
  return [
    {
      path: '/client/dashboard',
      places: [
        [
          region('Saldo total'),
          balance,
          account.accountNumber,
          'Não inclui conta externa nem investimentos.',
        ],
        [region('Saldo conta externa'), brl(external)],
        [region('Créditos ativos'), brl(credit.activeTotal)],
        [region('Saldo do mês'), brl(month.net)],
        [region('Próximas parcelas'), instalment],
      ],
    },
    { path: '/client/transfers', places: [[main, available]] },
    { path: '/client/pix', places: [[region('Saldo conta externa'), brl(external)]] },
    { path: '/client/pix?aba=transferir', places: [[main, `Disponível ${brl(external)}`]] },
    {
      path: '/client/pix?ver=mover',
      places: [[(page) => page.getByRole('dialog'), `Disponível na conta corrente ${balance}`]],
    },
    { path: '/client/statement?conta=corrente&periodo=tudo', places: [[dayBalance, balance]] },
    { path: '/client/statement?conta=externa&periodo=tudo', places: [[dayBalance, brl(external)]] },
    {
      path: `/client/statement?tipo=boleto&periodo=tudo&movimento=${boleto.transactionId}`,
      places: [
        [region('Soma'), brl(boleto.amount)],
        [item(boleto.description), brl(boleto.amount)],
      ],
    },
    {
      path: '/client/month-review',
      places: [
        [main, brl(month.income), brl(month.expense), brl(month.net)],
        [region('Saldo dia a dia'), brl(month.closing)],
      ],
    },
    {
      path: '/client/credit',
      places: [[item(waiting.purpose), brl(waiting.amount), brl(waiting.monthlyPayment)]],
    },
    {
      path: '/client/my-credits?aba=analise',
      places: [[item(waiting.purpose), brl(waiting.amount), brl(waiting.monthlyPayment)]],
    },
    { path: '/client/my-credits', places: [[item(running.purpose), brl(running.amount), instalment]] },
    {
      path: '/client/investments',
      places: [
        [main, available],
        [item(investment.productName), brl(investment.amount)],
      ],
    },
  ] satisfies Screen[];
};

const adminScreens = ({ account, waiting, running, boleto, external, credit }: Facts, name: string) =>
  [
    { path: `/admin/accounts?busca=${account.accountNumber}`, places: [[row(name), brl(account.balance)]] },
    {
      path: `/admin/users?busca=${encodeURIComponent(name)}`,
      places: [[row(name), brl(account.balance), `conta externa ${brl(external)}`]],
    },
    {
      path: `/admin/credit?busca=${encodeURIComponent(waiting.purpose)}`,
      places: [[item(waiting.purpose), brl(waiting.amount), brl(waiting.monthlyPayment)]],
    },
    {
      path: `/admin/operations?busca=${encodeURIComponent(name)}`,
      places: [
        [item(running.purpose), brl(credit.activeTotal), brl(running.amount), brl(running.monthlyPayment)],
      ],
    },
    {
      path: `/admin/ledger?transacao=${boleto.transactionId}`,
      places: [[(page) => page.getByRole('dialog'), brl(boleto.amount)]],
    },
  ] satisfies Screen[];

/** The texts that the place does not show. */
async function lacking(page: Page, [where, ...texts]: Place, timeout = 20_000): Promise<string[]> {
  const lines: string[] = [];
  for (const text of texts) {
    const shown = where(page).filter({ hasText: text }).first();
    await shown.waitFor({ timeout }).catch(() => lines.push(text));
  }
  return lines;
}

async function missing(page: Page, screens: Screen[]): Promise<string[]> {
  const lines: string[] = [];
  for (const { path, places } of screens) {
    await page.goto(path);
    for (const place of places) lines.push(...(await lacking(page, place)).map((text) => `${path}: ${text}`));
  }
  return lines;
}

describe('the same facts', () => {
  test('balances, proposal, credit, boleto and investment read the same on every screen of both portals and in REST', async ({
    ana,
    admin,
    office,
    visit,
  }) => {
    const { user } = await ask(ana, '/api/auth/me');
    const facts = await factsOf(ana);
    await restAgrees(facts, { ana, admin, userId: user.id });
    const page = await visit(ana);
    expect(await missing(page, clientScreens(facts))).toEqual([]);
    expect(await missing(office, adminScreens(facts, user.fullName))).toEqual([]);

    await page.goto('/client/dashboard');
    expect(await lacking(page, [region('Saldo total'), brl(facts.account.balance)])).toEqual([]);
    const other = brl(`${facts.account.balance.slice(0, -1)}${facts.account.balance.endsWith('9') ? 8 : 9}`);
    expect(await lacking(page, [region('Saldo total'), other], 100)).toEqual([other]);
  });

  test('each figure of the dashboard opens the rows that it is the sum of', async ({ ana, visit }) => {
    const page = await visit(ana, { width: 360 });
    await page.goto('/client/dashboard');
    for (const name of ['Saldo total', 'Saldo conta externa', 'Saldo do mês', 'Créditos ativos'])
      await region(name)(page).locator('[data-money]').first().waitFor();
    await page.getByText(/^Resumo de/).waitFor();
    expect(await openFigures(page)).toBe(8);

    await page.goto('/client/dashboard');
    const owed = region('Créditos ativos')(page).getByRole('link');
    const said = centsOf(await owed.locator('[data-money]').innerText());
    await owed.click();
    const open = row('')(page).filter({ has: page.getByRole('button', { name: /^Pagar/ }) });
    await open.first().waitFor();
    const amounts = await open.locator('[data-money]').allInnerTexts();
    expect(amounts.reduce((sum, amount) => sum + centsOf(amount), 0)).toBe(said);
  });

  test('what each total named Saldo includes is explained where it stands', async ({ office }) => {
    for (const path of ['/admin/dashboard', '/admin/users', '/admin/accounts', '/admin/ledger']) {
      await office.goto(path);
      await office.getByText('O que entra em cada saldo').click();
      for (const total of ['Dashboard, Saldo total:', 'Clientes, Saldo total:', 'Contas, Saldo somado:'])
        await main(office).getByText(total).waitFor();
      await main(office)
        .getByText(/^Conta externa: o dinheiro do PIX/)
        .waitFor();
    }
  });
});

type Readers = { ana: Script; admin: Script; userId: string };

async function restAgrees(facts: Facts, { ana, admin, userId }: Readers): Promise<void> {
  const { account, waiting, running, investment, boleto, external, credit } = facts;
  const closing = async (which: string) =>
    (await ask(ana, `/api/ledger?account=${which}&limit=1&withDayBalances=true`)).dayBalances?.[0]?.balance;
  expect([await closing('checking'), await closing('external')]).toEqual([account.balance, external]);
  const listed = (await ask(admin, `/api/admin/accounts?q=${account.accountNumber}`)).accounts;
  expect(listed.map(({ id, balance }) => [id, balance])).toEqual([[account.id, account.balance]]);
  const { users } = await ask(admin, '/api/admin/users?limit=200');
  const held = users.find(({ id }) => id === userId);
  expect([held?.totalBalance, held?.externalBalance]).toEqual([account.balance, external]);
  const { proposals } = await ask(admin, '/api/credit/proposals?limit=200');
  const asked = proposals.find(({ id }) => id === waiting.id);
  expect(asked).toMatchObject({ amount: waiting.amount, monthlyPayment: waiting.monthlyPayment });
  const { operations } = await ask(admin, '/api/credit/operations?limit=200');
  const operation = operations.find(({ id }) => id === running.id);
  expect(operation).toMatchObject({ amount: running.amount, remainingAmount: credit.activeTotal });
  const { schedules } = await ask(ana, '/api/credit/schedules');
  const open = schedules.filter(({ isPaid }) => !isPaid);
  const sum = open.reduce((cents, { amount }) => cents + (parseDecimal(amount) ?? 0), 0);
  expect(sum).toBe(parseDecimal(credit.activeTotal));
  const { transaction } = await ask(admin, `/api/admin/transactions/${boleto.transactionId}`);
  expect(JSON.stringify(transaction)).toContain(`"${boleto.amount}"`);
  const applied = (await ask(ana, '/api/ledger?account=all&view=movements&kind=investment&flow=own')).entries;
  expect(applied.map(({ amount }) => amount)).toContain(investment.amount);
}
