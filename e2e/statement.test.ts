/** @module-tag scaled */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { ANA } from './people.ts';

test.override('env', { SEED: 'demo' });

type Entry = { amount: string; isDebit: boolean; balanceAfter: string; transactionId: string };

async function ledger(page: Page, filters: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor ? `&cursor=${cursor}` : '';
    const answer = await (await page.request.get(`/api/ledger?limit=200&${filters}${more}`)).json();
    entries.push(...answer.entries);
    cursor = answer.nextCursor;
  } while (cursor);
  return entries;
}

const listedRows = (page: Page) => page.getByRole('main').locator('li > button[aria-haspopup=dialog]');

test('a customer filters the statement, opens an entry, repeats it, and downloads the file', async ({
  login,
  visit,
}) => {
  const page = await visit(await login(ANA));
  await page.goto('/client/dashboard');
  await page.getByRole('link', { name: 'Ver extrato' }).click();
  await page.getByRole('heading', { name: 'Extrato', level: 1 }).waitFor();
  await page.getByText('Saldo do dia').first().waitFor();

  await page.getByRole('button', { name: 'Tudo', exact: true }).click();
  await page.getByRole('button', { name: 'Saídas' }).click();
  await page.getByLabel('Tipo').selectOption('transfer');
  await page.waitForURL(
    (url) => url.searchParams.get('sentido') === 'saidas' && url.searchParams.get('tipo') === 'transfer',
  );
  const expected = await ledger(page, 'account=all&view=movements&direction=out&kind=transfer');
  expect(expected.length).toBeGreaterThan(3);
  const more = page.getByRole('button', { name: 'Carregar mais' });
  await expect
    .poll(
      async () => {
        if (await more.isVisible()) await more.scrollIntoViewIfNeeded();
        return listedRows(page).count();
      },
      { timeout: 15_000 },
    )
    .toBe(expected.length);

  await page.reload();
  await page.getByText('Saldo do dia').first().waitFor();
  expect(await page.getByRole('button', { name: 'Saídas' }).getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByLabel('Tipo').inputValue()).toBe('transfer');

  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('dialog').getByText('todo o período, só saídas, Transferência').waitFor();
  await expectAccessible(page, 'export');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Planilha/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^extrato-\d{4}-\d\d-\d\d\.csv$/);
  const rows = parse(readFileSync(await download.path()), { delimiter: ';', bom: true, from: 2 });
  expect(rows.map((cells) => cells.slice(7))).toEqual(
    expected.map(({ amount, balanceAfter, transactionId }) => [
      `-${amount}`.replace('.', ','),
      balanceAfter.replace('.', ','),
      transactionId,
    ]),
  );
  await page.getByText(/baixado/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await listedRows(page).first().focus();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog');
  await details.getByText(expected[0]?.transactionId ?? '').waitFor();
  await expectAccessible(page, 'details');
  const receipt = page.waitForEvent('download');
  await details.getByRole('button', { name: 'Baixar PDF' }).press('Enter');
  const file = await receipt;
  expect(file.suggestedFilename()).toMatch(/^comprovante-[2-9a-hjkmnp-z-]{24}\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  await expect
    .poll(() =>
      listedRows(page)
        .first()
        .evaluate((row) => row === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.press('Enter');
  await details.getByRole('link', { name: 'Repetir' }).press('Enter');
  await page.waitForURL('**/client/transfers?*');
  await page.getByRole('heading', { name: 'Para quem e quanto' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Valor' }).inputValue()).toBe(
    Number(expected[0]?.amount).toLocaleString('pt-BR', { minimumFractionDigits: 2 }),
  );
});

test('a search waits for the end of the word, and an empty result offers to clear it', {
  tags: ['prove'],
}, async ({ complaints, login, visit }) => {
  const page = await visit(await login(ANA), { width: 360, theme: 'dark' });
  await page.goto('/client/statement');
  await page.getByText('Saldo do dia').first().waitFor();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('account.ledger')) asked.push(decodeURIComponent(request.url()));
  });
  await page.getByRole('searchbox', { name: 'Buscar' }).pressSequentially('zzzz', { delay: 40 });
  await page.getByText('Nada neste filtro').waitFor();
  const searches = asked.filter((url) => url.includes('"q"'));
  // A slow machine may need two searches; one per keystroke would be a fault.
  expect(searches.length).toBeLessThan(3);
  expect(searches.at(-1)).toContain('"zzzz"');
  expect(new URL(page.url()).searchParams.get('busca')).toBe('zzzz');
  await expectAccessible(page, 'nothing found');
  await page.getByRole('button', { name: 'Mostrar tudo, sem filtros' }).click();
  await page.getByText('Saldo do dia').first().waitFor();
  expect(await page.getByRole('searchbox', { name: 'Buscar' }).inputValue()).toBe('');
  expect(new URL(page.url()).search).toBe('?periodo=tudo');

  complaints.allow(/ERR_FAILED/);
  await page.route('**/trpc/**account.ledger**', (route) => route.abort());
  await page.getByRole('button', { name: 'Filtros (1)' }).click();
  await page.getByRole('button', { name: '7 dias' }).click();
  await page
    .getByText(/Não foi possível carregar/)
    .first()
    .waitFor();
  await expectAccessible(page, 'failed');
  await page.unroute('**/trpc/**account.ledger**');
  await page.getByRole('button', { name: 'Tentar de novo' }).first().click();
  await page
    .getByText(/Saldo do dia|Nada neste filtro/)
    .first()
    .waitFor();
});

test('all amounts have the same typeface, and account numbers the one with slashed zeros', async ({
  login,
  visit,
}) => {
  const page = await visit(await login(ANA));
  await page.goto('/client/dashboard');
  const faces = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((found) => [
        ...new Set(
          found
            .filter((element) => element.checkVisibility())
            .map((element) => getComputedStyle(element).fontFamily.split(',')[0]?.replaceAll('"', '')),
        ),
      ]);
  await page.locator('[data-money]').first().waitFor();
  const amounts = await faces('[data-money]');
  // 'Vale Figures' holds the figures of the headings' typeface for use in body text.
  expect(amounts.toSorted()).toEqual(['Familjen Grotesk Variable', 'Vale Figures']);
  expect(await faces('.code')).toEqual(['Atkinson Hyperlegible Next Variable']);
});

test('a visitor finds no red line in the console, nor the operator an error in the log of a fresh start', async ({
  bank,
  page,
}) => {
  const red: string[] = [];
  page.on('console', (message) => message.type() === 'error' && red.push(message.text()));
  await page.goto('/client/pix');
  await page.waitForURL('**/login?next=%2Fclient%2Fpix');
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Acesse sua conta' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(red).toEqual([]);
  expect(
    bank
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"error"')),
  ).toEqual([]);
});
