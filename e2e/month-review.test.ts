/** @module-tag prove */
import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pdfText } from '../src-server/document/testing/pdf-text.ts';
import { addMonths } from '../src-server/domain/calendar.ts';
import { addDays, bankDate } from '../src-server/domain/date.ts';
import { formatBrl } from '../src-server/domain/money.ts';
import { test as base } from './bank-test.ts';
import { centsOf, movementsOn, openFigures } from './figure-rows.ts';
import { expectAccessible } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { ANA, DIEGO } from './people.ts';
import type { Script } from './script.ts';

base.override('env', { SEED: 'demo' });

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];

/** Ana has transferred money to Diego, since on the first of a month there would be no other entries. */
const test = base
  .extend('diego', ({ login }) => login(DIEGO))
  .extend('ana', async ({ diego, login }) => {
    const ana = await login(ANA);
    const [account] = (await diego.call('GET', '/api/accounts')).body.accounts;
    const order = {
      accountNumber: account?.accountNumber,
      amount: '800.00',
      description: 'Aulas adiantadas',
    };
    expect((await ana.call('POST', '/api/transfers', order)).status).toBe(201);
    return ana;
  })
  .extend('today', async ({ ana }) => (await ana.call('GET', '/api/auth/me')).body.today);

type Entry = Awaited<ReturnType<typeof entriesOf>>[number];

const cents = (decimal: string): number => Number(decimal.replace('.', ''));
const monthBefore = (month: string): string => addMonths(`${month}-01`, -1).slice(0, 7);
const lastOf = (month: string): string => addDays(addMonths(`${month}-01`, 1), -1);
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
const mainOf = (page: Page): Locator => page.getByRole('main');
const card = (page: Page, name: string): Locator => mainOf(page).getByRole('region', { name });
const monthShown = (page: Page): Locator => page.getByRole('group', { name: 'Mês' }).locator('[aria-live]');

async function shows(page: Page, month: string): Promise<void> {
  const word = MONTHS[Number(month.slice(5)) - 1] ?? '';
  await expect
    .poll(() => monthShown(page).innerText())
    .toMatch(new RegExp(`^${word}.* ${month.slice(0, 4)}$`));
  await mainOf(page).locator('[aria-busy=false]').getByText('Saldo dia a dia').waitFor();
}

const bytesOf = async (download: Download) => readFileSync(await download.path());

/** The entries of a month that count as income or expense. */
async function entriesOf(script: Script, month: string) {
  const path = `account=all&view=movements&from=${month}-01&to=${lastOf(month)}&limit=200`;
  const ask = async (more: string) => (await script.call('GET', `/api/ledger?${path}${more}`)).body;
  const found: Awaited<ReturnType<typeof ask>>['entries'] = [];
  for (const direction of ['in', 'out']) {
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await ask(`&direction=${direction}${cursor && `&cursor=${cursor}`}`);
      found.push(...page.entries);
      cursor = page.nextCursor;
    }
  }
  return found;
}

const sumOf = (entries: Entry[], isWanted: (entry: Entry) => boolean): number =>
  entries.filter(isWanted).reduce((sum, { amount }) => sum + cents(amount), 0);

/** Compares every figure with the entries of this month and the previous one. */
async function agrees(page: Page, script: Script, month: string): Promise<void> {
  const entries = await entriesOf(script, month);
  const before = await entriesOf(script, monthBefore(month));
  const totals = (of: Entry[]) => {
    const [income, expense] = [sumOf(of, ({ isDebit }) => !isDebit), sumOf(of, ({ isDebit }) => isDebit)];
    return { Entrou: income, Saiu: expense, Resultado: income - expense };
  };
  const then = totals(before);
  for (const [label, amount] of Object.entries(totals(entries))) {
    const figure = mainOf(page).locator('dl > div').filter({ hasText: label }).locator('dd');
    const change = amount - then[label as keyof typeof then];
    const text = plain(await figure.innerText());
    expect(text.replace('+', '')).toContain(plain(formatBrl(amount)));
    const more = `${plain(formatBrl(Math.abs(change)))} a ${change > 0 ? 'mais' : 'menos'} que`;
    expect(text).toContain(change === 0 ? 'O mesmo que' : more);
  }
  for (const [name, isDebit] of [
    ['Para onde foi o dinheiro', true] as const,
    ['De onde veio o dinheiro', false] as const,
  ]) {
    const own = entries.filter((entry) => entry.isDebit === isDebit);
    const sums = [...new Set(own.map(({ kind }) => kind))].map((kind) =>
      sumOf(own, (one) => one.kind === kind),
    );
    const rows = card(page, name).getByRole('list', { name }).getByRole('listitem');
    const said = await rows.locator('[data-money]').allInnerTexts();
    expect(said.map(plain)).toEqual(
      sums.toSorted((one, other) => other - one).map((sum) => plain(formatBrl(sum))),
    );
  }
}

describe('the month review', () => {
  test('the figures of this and earlier month reviews agree with their entries, by keyboard alone', {
    tags: ['release'],
  }, async ({ ana: script, today, visit }) => {
    const page = await visit(script);
    await page.goto('/client/dashboard');
    await tabTo(page, 'link', 'Raio-X do mês');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/client/month-review');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Raio-X do mês');
    const current = today.slice(0, 7);
    await shows(page, current);
    await agrees(page, script, current);
    await expectAccessible(page, 'this month');

    // There is no later month: the button changes nothing, but stays focusable.
    await tabTo(page, 'button', 'Próximo mês');
    await page.keyboard.press('Enter');
    await shows(page, current);
    expect(await page.getByRole('button', { name: 'Próximo mês' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await page.keyboard.press('Shift+Tab');
    const [paidOut] = (await script.call('GET', '/api/ledger?type=fee&limit=1')).body.entries;
    const taxed = bankDate(new Date(paidOut?.createdAt ?? '')).slice(0, 7);
    expect(taxed < current).toBe(true);
    let month = current;
    while (month > taxed) {
      await page.keyboard.press('Enter');
      month = monthBefore(month);
      await shows(page, month);
      expect(new URL(page.url()).searchParams.get('mes')).toBe(month);
      await agrees(page, script, month);
    }
    const costs = card(page, 'O que o mês custou');
    await costs.getByText('IOF de crédito').waitFor();
    expect(plain(await costs.innerText())).toContain(
      plain(formatBrl(sumOf(await entriesOf(script, month), ({ type }) => type === 'fee'))),
    );
    await expectAccessible(page, 'a month with a cost');

    await page.reload();
    await shows(page, month);
    await tabTo(page, 'button', 'Ver como tabela');
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: 'Saldo no fim de cada dia' });
    const newest = `account=all&to=${lastOf(month)}&limit=1&withDayBalances=true`;
    const { dayBalances } = (await script.call('GET', `/api/ledger?${newest}`)).body;
    expect(await table.getByRole('rowheader').count()).toBe(Number(lastOf(month).slice(8)));
    expect(plain(await table.locator('[data-money]').last().innerText())).toBe(
      plain(formatBrl(cents(dayBalances?.[0]?.balance ?? ''))),
    );
    await expectAccessible(page, 'the balance as a table');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar PDF' }).press('Enter'),
    ]);
    expect(download.suggestedFilename()).toBe(`raio-x-${month}.pdf`);
    const pdf = await bytesOf(download);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const text = plain(await pdfText(pdf));
    expect(text).toContain(await monthShown(page).innerText());
    const spent = sumOf(await entriesOf(script, month), ({ isDebit }) => isDebit);
    expect(text).toContain(plain(formatBrl(spent)));
  });

  test('each figure of the month review leads to the entries that it is the sum of', async ({
    ana,
    today,
    visit,
  }) => {
    const page = await visit(ana, { width: 360, theme: 'dark' });
    await page.goto('/client/statement');
    await page.getByRole('link', { name: 'Raio-X do mês' }).click();
    await shows(page, today.slice(0, 7));
    const largest = card(page, 'Maiores movimentações').getByRole('link').first();
    const amount = await largest.locator('[data-money]').innerText();
    await largest.click();
    await page.waitForURL('**/client/statement?*');
    const row = movementsOn(page).filter({ hasText: amount });
    await row.first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Baixar PDF' }).waitFor();
    await page.keyboard.press('Escape');
    await page.goBack();
    await shows(page, today.slice(0, 7));
    expect(await openFigures(page)).toBeGreaterThan(9);
    await page.goto('/client/month-review');
    await shows(page, today.slice(0, 7));
    const kind = card(page, 'Para onde foi o dinheiro').getByRole('listitem').first();
    const [, count] = /(\d+) movimenta/.exec(await kind.innerText()) ?? [];
    await kind.getByRole('link').click();
    await page.waitForURL('**/client/statement?*');
    await expect.poll(() => movementsOn(page).count()).toBe(Number(count));

    await page.goto('/client/month-review');
    await shows(page, today.slice(0, 7));
    const spent = mainOf(page).locator('dl > div').filter({ hasText: 'Saiu' }).locator('dd');
    const [now = '', change = ''] = await spent.locator('[data-money]').allInnerTexts();
    const isMore = (await spent.innerText()).includes('a mais');
    await spent.getByRole('link', { name: /^Lançamentos de Saiu em/ }).click();
    const before = await mainOf(page)
      .getByRole('region', { name: 'Soma' })
      .locator('[data-money]')
      .innerText();
    expect(Math.abs(centsOf(before)) + centsOf(change) * (isMore ? 1 : -1)).toBe(centsOf(now));
  });

  // Diego pays with the money that the fixture `ana` has sent him.
  test('the month review shows late payments as a cost with how to avoid it, and the calendar shows what is due', async ({
    ana: _ana,
    diego,
    today,
    visit,
  }) => {
    const schedules = async () => (await diego.call('GET', '/api/credit/schedules')).body.schedules;
    const due = (await schedules())
      .filter(({ isOverdue }) => isOverdue)
      .toSorted((one, other) => one.dueDate.localeCompare(other.dueDate))[0];
    expect(cents(due?.lateFee ?? '0')).toBeGreaterThan(0);
    expect((await diego.call('POST', `/api/credit/schedules/${due?.id}/pay`)).status).toBe(200);

    const page = await visit(diego, { width: 360 });
    await page.goto('/client/month-review');
    const costs = card(page, 'O que o mês custou');
    await costs.getByText('Multa e juros de atraso').waitFor();
    expect(plain(await costs.innerText())).toContain(plain(formatBrl(cents(due?.lateFee ?? ''))));
    await costs.getByText(/Com saldo na conta no dia/).waitFor();
    await expectAccessible(page, 'a month that cost something');

    const days = (await schedules())
      .filter(({ isPaid }) => !isPaid)
      .map(({ dueDate }) => dueDate.replaceAll('-', ''));
    expect(days.length).toBeGreaterThan(3);
    for (const path of ['/client/month-review', '/client/my-credits']) {
      await page.goto(path);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Adicionar à agenda' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`agenda-${today}.ics`);
      const calendar = (await bytesOf(download)).toString();
      expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n/);
      const found = [...calendar.matchAll(/^DTSTART[^:]*:(\d{8})\r$/gm)].map(([, day]) => day);
      expect(found.toSorted()).toEqual(days.toSorted());
      await page.getByText('Agenda baixada').first().waitFor();
    }
  });

  test('the month review replaces an invalid month by the current one, reports an empty one, and retries a failed one', async ({
    ana,
    complaints,
    today,
    visit,
  }) => {
    complaints.allow(/ERR_FAILED/);
    const page = await visit(ana, { theme: 'dark' });
    for (const mes of ['2099-01', 'ontem', '2026-13']) {
      await page.goto(`/client/month-review?mes=${mes}`);
      await shows(page, today.slice(0, 7));
    }
    await page.goto('/client/month-review?mes=2020-01');
    await page.getByText('Nenhuma movimentação em janeiro de 2020').waitFor();
    expect(await page.getByRole('button', { name: 'Mês anterior' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await page.getByRole('link', { name: 'Ver o mês atual' }).click();
    await shows(page, today.slice(0, 7));

    await page.route('**/trpc/**account.monthReview**', (route) => route.abort());
    await page.getByRole('button', { name: 'Mês anterior' }).click();
    await page.getByText('Não foi possível carregar o mês').waitFor();
    expect(await page.getByText('Saldo dia a dia').count()).toBe(0);
    await page.unroute('**/trpc/**account.monthReview**');
    await mainOf(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await shows(page, monthBefore(today.slice(0, 7)));
    await page.route('**/api/accounts/month-review/pdf**', (route) => route.abort());
    await page.getByRole('button', { name: 'Baixar PDF' }).click();
    await page.getByText('Não foi possível baixar o PDF').first().waitFor();
  });
});
