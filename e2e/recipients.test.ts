/** @module-tag prove */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { newBankBoleto } from '../src-server/domain/account/new-boleto.ts';
import { addDays } from '../src-server/domain/date.ts';
import { test as base, type SignedIn } from './bank-test.ts';
import { expectAccessible, proveAgain } from './journey.ts';

/** The line of a utility's boleto, from the test vectors. */
const UTILITY = '836200000005667800481000180975657313001589636081';

base.override('switches', { settleMs: 500 });
base.override('env', ({ provider }) => ({ ASAAS_URL: provider.url, ASAAS_API_KEY: provider.apiKey }));

/** `payees`: the names of two people whom `payer` has paid, the second one last. */
const test = base
  .extend('payer', async ({ customer, fund }) => {
    await fund(customer, '1000.00');
    return customer;
  })
  .extend('payees', async ({ payer, register }) => {
    const [first, second] = [await register(), await register()];
    for (const payee of [first, second]) await transfer(payer, payee);
    return [first.person.fullName, second.person.fullName] as const;
  });

async function transfer({ script }: SignedIn, payee: SignedIn): Promise<void> {
  const [account] = (await payee.script.call('GET', '/api/accounts')).body.accounts;
  const order = { accountNumber: account?.accountNumber, amount: '10.00', description: 'Almoço' };
  const { status, body } = await script.call('POST', '/api/transfers', order);
  expect(status, JSON.stringify(body)).toBe(201);
}

const strip = (page: Page) => page.getByRole('region', { name: 'Favorecidos' });
const tiles = async (page: Page) =>
  (await strip(page).getByRole('listitem').allInnerTexts()).map((text) =>
    text.split('\n').filter(Boolean).slice(1),
  );
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

/** Opens the menu of a recipient by keyboard and presses its nth entry. */
async function choose(page: Page, name: string, place: number): Promise<void> {
  await page.getByRole('button', { name: `Opções: ${name}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  for (let press = 1; press < place; press += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

describe('recipients', () => {
  test('a customer names, pins and removes recipients by keyboard at 360 px, and the summary has the real name', async ({
    payer,
    payees: [first, second],
    visit,
  }) => {
    const page = await visit(payer.script, { width: 360 });
    await page.goto('/client/transfers');
    await strip(page).getByRole('button', { name: 'Organizar' }).press('Enter');
    await page.getByRole('dialog', { name: 'Favorecidos' }).waitFor();

    await choose(page, first, 1);
    await page.getByRole('textbox', { name: 'Apelido' }).fill('Aluguel');
    await page.keyboard.press('Enter');
    await page.getByText('Apelido salvo').first().waitFor();
    await expect.poll(() => focused(page)).toBe('Opções: Aluguel');
    await choose(page, 'Aluguel', 2);
    await page.getByText('Fixado no início').first().waitFor();
    await expect.poll(() => focused(page)).toBe('Opções: Aluguel');
    await expectAccessible(page, 'recipients, at 360 px');

    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count(), 'Escape closes only the menu').toBe(1);
    await choose(page, second, 3);
    await page.getByRole('textbox', { name: 'Confiar até' }).fill('50000');
    await page.keyboard.press('Enter');
    await page.getByText('Confiança salva').first().waitFor();
    await page.getByText(/^Confiado até R\$\s500,00$/).waitFor();
    await expectAccessible(page, 'a trusted recipient, at 360 px');
    await choose(page, second, 4);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).press('Enter');
    await page.getByText('Favorecido removido').first().waitFor();
    await expect.poll(() => focused(page)).toBe('Favorecidos');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await tiles(page)).toEqual([['Aluguel', first, expect.stringMatching(/^\d{4}-\d{4}$/)]]);

    await strip(page)
      .getByRole('button', { name: /^Fixado/ })
      .press('Enter');
    await page.getByText('***').waitFor();
    await page.getByLabel('Valor', { exact: true }).fill('1500');
    await page.getByLabel('Descrição').fill('Aluguel de novembro');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: new RegExp(`^Enviar R\\$\\s15,00 para ${first}$`) }).click();
    await page.getByRole('heading', { name: 'Comprovante de transferência' }).waitFor();
  });

  test('trust that a password alone gives is shown to wait a day where the rules for money hold', async ({
    payer,
    payees: [, second],
    visit,
  }) => {
    const { status } = await payer.script.call('PATCH', '/api/client/protection', { hasRules: true });
    expect(status).toBe(200);
    const page = await visit(payer.script, { width: 360 });
    await page.goto('/client/transfers');
    await strip(page).getByRole('button', { name: 'Organizar' }).press('Enter');
    await choose(page, second, 3);
    await page.getByText('um valor maior só vale 24 horas depois, e até lá nem o anterior vale').waitFor();
    await page.getByRole('textbox', { name: 'Confiar até' }).fill('50000');
    await page.keyboard.press('Enter');
    await proveAgain(page, payer.person.password);
    await page
      .getByText(/^Confiado até R\$\s500,00, a partir de \d{2}\/\d{2}\/\d{4} às \d{2}:\d{2}$/)
      .waitFor();
    await choose(page, second, 3);
    await page.getByText('a confiança espera: esta vale a partir de').waitFor();
    await expectAccessible(page, 'trust that waits, at 360 px');
  });

  test('a boleto of another beneficiary than the chosen recipient is pointed out', async ({
    payer: { script },
    visit,
  }) => {
    const dueOn = addDays((await script.call('GET', '/api/auth/me')).body.today, 3);
    const beneficiaryOf = async (line: string) =>
      (await script.call('POST', '/api/boletos/preview', { line })).body.boleto.beneficiary;
    const { line } = newBankBoleto(1_000, dueOn, 1);
    const [chosen, other] = [await beneficiaryOf(line), await beneficiaryOf(UTILITY)];
    const paid = await script.call('POST', '/api/boletos/pay', { line });
    expect(paid.status, JSON.stringify(paid.body)).toBe(201);
    const known = async () =>
      (await script.call('GET', '/api/accounts/recipients?kind=boleto')).body.recipients;
    await expect.poll(async () => (await known()).map(({ name }) => name)).toEqual([chosen]);

    const page = await visit(script);
    await page.goto('/client/transfers?aba=boleto');
    await strip(page).getByRole('listitem').getByRole('button').click();
    await page.getByText(`Boleto de ${chosen}: avisamos se quem recebe for outro.`).waitFor();
    await page.getByRole('textbox', { name: 'Código do boleto' }).fill(UTILITY);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByText(`Este boleto não é de ${chosen}`).waitFor();
    await page.getByText(`Quem recebe é ${other}.`).waitFor();
    await expectAccessible(page, 'boleto of another beneficiary');
  });
});
