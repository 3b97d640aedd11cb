/** @module-tag prove */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Authenticator } from './authenticator.ts';
import { keepFromMidnight } from './bank-noon.ts';
import { test as base, type SignedIn } from './bank-test.ts';
import { confirmEmails } from './confirm-emails.ts';
import { ageApps, turnOnApp } from './confirming-app.ts';
import { expectAccessible } from './journey.ts';
import { lastMessageTo } from './mailbox.ts';

base.override('env', { MONEY_RULES: 'standard' });

/** `payer`: R$ 1.000,00, at the device that opened the account, with an app that confirms. */
const test = base
  .extend('payer', async ({ bank, customer, fund }) => {
    await keepFromMidnight(bank.origin);
    await fund(customer, '1000.00');
    confirmEmails(bank.dataDir);
    const app = await turnOnApp(customer);
    ageApps(bank.dataDir);
    return { ...customer, app };
  })
  .extend('first', ({ register }) => register())
  .extend('second', ({ register }) => register());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const strip = (page: Page) => page.getByRole('region', { name: 'Reservado' });
const balanceOf = async ({ script }: Pick<SignedIn, 'script'>): Promise<string | undefined> =>
  (await script.call('GET', '/api/accounts')).body.accounts[0]?.balance;

async function pay(page: Page, payer: { app: Authenticator }, payee: SignedIn, cents: string): Promise<void> {
  const [account] = (await payee.script.call('GET', '/api/accounts')).body.accounts;
  await page.goto('/client/transfers');
  await page.getByRole('textbox', { name: 'Conta de destino' }).fill(account?.accountNumber ?? '');
  await page.getByRole('textbox', { name: 'Valor' }).fill(cents);
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Sofá');
  await page.keyboard.press('Enter');
  await button(page, /^Enviar R\$/).press('Enter');
  const asking = page.getByRole('dialog', { name: 'Confirme o pagamento' });
  await asking.getByLabel('Código do aplicativo').fill(await payer.app.nextCode());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Transferência em análise' }).waitFor();
}

/** By the screen: payments to somebody new are held. */
async function holdNewPayees(office: Page): Promise<void> {
  await office.goto('/admin/signals');
  const points = office.getByLabel('Quem recebe é novo');
  await points.fill('101');
  await button(office, 'Simular').press('Enter');
  await office.getByText('Pontos: um número inteiro de 0 a 100').waitFor();
  await expectAccessible(office, 'rules with a wrong number');
  await points.fill('80');
  expect(await button(office, 'Ligar estas regras').isDisabled()).toBe(true);
  await button(office, 'Simular').press('Enter');
  await office.getByText('Nenhum pagamento dos últimos 90 dias foi avaliado').waitFor();
  await expectAccessible(office, 'rules that were tried');
  await button(office, 'Ligar estas regras').press('Enter');
  const dialog = office.getByRole('alertdialog');
  await dialog.getByText('20 → 80').waitFor();
  await expectAccessible(office, 'rules to be turned on');
  await dialog.getByRole('button', { name: 'Ligar estas regras' }).press('Enter');
  await office.getByText('Regras ligadas').first().waitFor();
  await expect
    .poll(() => office.evaluate(() => document.activeElement?.textContent))
    .toMatch(/^Valem as regras que um administrador ligou/);
  expect(await points.inputValue()).toBe('80');
}

test('an administrator tries rules and turns them on; a payment that they hold is released, and another refused', async ({
  bank,
  payer,
  first,
  second,
  office,
  visit,
}) => {
  await holdNewPayees(office);
  const page = await visit(payer.script, { width: 360, theme: 'dark' });
  await pay(page, payer, first, '60000');
  await page.getByText(/Motivo: quem recebe é novo/).waitFor();
  await strip(page)
    .getByText(/Em análise pelo banco até \d\d\/\d\d\/\d{4} às \d\d:\d\d: quem recebe é novo/)
    .waitFor();
  await expectAccessible(page, 'a payment in review');
  expect([await balanceOf(payer), await balanceOf(first)]).toEqual(['400.00', '0.00']);

  await office.goto('/admin/dashboard');
  await office.getByRole('link', { name: /1 pagamento espera análise/ }).click();
  await office.waitForURL('**/admin/payment-reviews?status=pending');
  const of = ({ person }: SignedIn) => office.getByRole('row').filter({ hasText: person.fullName });
  await of(first).getByText('quem recebe é novo').waitFor();
  await of(first)
    .getByText(/^Decida até/)
    .waitFor();
  await expectAccessible(office, 'payments in review');
  await of(first)
    .getByRole('button', { name: /^Liberar o pagamento/ })
    .press('Enter');
  const dialog = office.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Liberar pagamento' }).click();
  await dialog.getByText('Motivo é obrigatório').waitFor();
  await dialog.getByLabel('Motivo').fill('Conferido com o cliente');
  await dialog.getByRole('button', { name: 'Liberar pagamento' }).click();
  await office.getByText('Ele é feito em alguns segundos').first().waitFor();
  await office.getByText('Nenhum pagamento encontrado').waitFor();
  await expect.poll(() => balanceOf(first), { timeout: 15_000 }).toBe('600.00');

  await pay(page, payer, second, '25000');
  await office.goto('/admin/payment-reviews');
  await of(first).getByText('Liberado', { exact: true }).waitFor();
  await of(second)
    .getByRole('button', { name: /^Recusar o pagamento/ })
    .press('Enter');
  await dialog.getByLabel('Motivo').fill('Conta usada em golpes');
  await expectAccessible(office, 'refusal of a payment in review');
  await dialog.getByRole('button', { name: 'Recusar pagamento' }).click();
  await of(second).getByText('Recusado', { exact: true }).waitFor();
  await expect.poll(() => balanceOf(payer), { timeout: 15_000 }).toBe('400.00');
  expect(await balanceOf(second)).toBe('0.00');
  const letter = await lastMessageTo(bank.origin, payer.person.email, 'Pagamento não feito');
  expect(letter.text).toContain('Motivo: Conta usada em golpes');
  await page.goto('/client/dashboard');
  await button(page, /^Notificações/).press('Enter');
  await page
    .getByText(/Motivo: Conta usada em golpes/)
    .first()
    .waitFor();

  await office.goto('/admin/signals');
  await button(office, 'Simular').press('Enter');
  await office
    .getByText('Esta regra teria retido ou recusado 2 pagamentos dos últimos 90 dias, 1 deles legítimo.')
    .waitFor();
  await office.getByText('Não feito ou contestado').waitFor();
  await expectAccessible(office, 'rules tried on two payments');
});
