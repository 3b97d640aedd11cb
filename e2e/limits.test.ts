/** @module-tag prove */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { maskDocument } from '../src-server/domain/tax-id.ts';
import { test as base, type SignedIn } from './bank-test.ts';
import { confirmEmails } from './confirm-emails.ts';
import { expectAccessible, proveAgain } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { lastMessageTo } from './mailbox.ts';

base.override('env', { MONEY_RULES: 'standard' });

/** `payer`: R$ 1.000,00, at the device that opened the account. */
const test = base.extend('payer', async ({ customer, fund }) => {
  await fund(customer, '1000.00');
  return customer;
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const asking = (page: Page) => page.getByRole('dialog', { name: 'Confirme o pagamento' });
const summary = (page: Page) => page.getByRole('heading', { name: 'Confira antes de enviar' });
const receipt = (page: Page) => page.getByRole('heading', { name: 'Comprovante de transferência' }).waitFor();

/** Opens the summary, by keyboard. */
async function review(page: Page, receiver: SignedIn, cents: string): Promise<void> {
  const [account] = (await receiver.script.call('GET', '/api/accounts')).body.accounts;
  await page.goto('/client/transfers');
  await page.getByRole('textbox', { name: 'Conta de destino' }).fill(account?.accountNumber ?? '');
  await page.getByRole('textbox', { name: 'Valor' }).fill(cents);
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Aluguel');
  await page.keyboard.press('Enter');
  await summary(page).waitFor();
}

async function send(page: Page, receiver: SignedIn, cents: string): Promise<void> {
  await review(page, receiver, cents);
  await button(page, /^Enviar R\$/).press('Enter');
}

test('a payment to somebody new is confirmed with a code by e-mail, and is not asked again', async ({
  bank,
  payer,
  register,
  visit,
}) => {
  const receiver = await register();
  const page = await visit(payer.script, { width: 360, theme: 'dark' });
  await send(page, receiver, '4000');
  const dialog = asking(page);
  await dialog.getByText(`É a primeira vez que você paga a ${receiver.person.fullName}.`).waitFor();
  await dialog.getByText('R$ 40,00').first().waitFor();
  await dialog.getByText(maskDocument(receiver.person.cpf.replace(/\D/g, ''))).waitFor();
  await dialog.getByText('Você ainda não tem como confirmar este valor').waitFor();
  await expectAccessible(page, 'no way to confirm a payment');

  confirmEmails(bank.dataDir);
  await tabTo(page, 'button', 'Pedir de novo');
  await page.keyboard.press('Enter');
  await button(page, 'Enviar código por e-mail').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await summary(page).waitFor();
  expect(await page.getByText('A transferência não foi feita').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Enviar R\$/);

  await page.keyboard.press('Enter');
  await button(page, 'Enviar código por e-mail').press('Enter');
  const code = page.getByLabel('Código enviado por e-mail');
  await expect.poll(() => code.evaluate((box) => box === document.activeElement)).toBe(true);
  const letter = await lastMessageTo(bank.origin, payer.person.email, 'Código para confirmar');
  const right = /^\d{6}$/m.exec(letter.text)?.[0] ?? '';
  await page.keyboard.type(right === '000000' ? '000001' : '000000');
  await page.keyboard.press('Enter');
  await dialog.getByText('O código está incorreto').waitFor();
  await expectAccessible(page, 'a wrong code for a payment');
  await code.fill(right);
  await page.keyboard.press('Enter');
  await receipt(page);

  await send(page, receiver, '2500');
  await receipt(page);
  const [account] = (await receiver.script.call('GET', '/api/accounts')).body.accounts;
  expect(account?.balance).toBe('65.00');
});

test('a limit is lowered at once, refuses a payment, and is raised later unless its owner cancels it', async ({
  payer,
  register,
  visit,
}) => {
  const receiver = await register();
  const page = await visit(payer.script, { width: 360 });
  const toChange = button(page, /^Mudar o limite: Transferências/);
  const change = async (cents: string) => {
    await toChange.press('Enter');
    await page.getByRole('textbox', { name: 'Novo limite' }).fill(cents);
  };
  await page.goto('/client/seguranca');
  await page.getByText('Agora vale o limite').waitFor();
  await change('2000');
  await page.getByText('Vale na hora', { exact: true }).waitFor();
  await expectAccessible(page, 'a limit to lower');
  await page.keyboard.press('Enter');
  await proveAgain(page, payer.person.password);
  await page.getByText('Limite alterado').first().waitFor();
  await page.getByText('R$ 0,00 usados; restam R$ 20,00').waitFor();

  await send(page, receiver, '2001');
  await page.getByText('A transferência não foi feita').waitFor();
  await page.getByText('restam R$ 20,00').first().waitFor();
  await expectAccessible(page, 'a payment beyond a limit');
  await page.getByRole('link', { name: 'Abrir Segurança' }).press('Enter');

  await change('9999999999');
  await page.keyboard.press('Enter');
  await page.getByText('O máximo deste limite é').waitFor();
  await page.getByRole('textbox', { name: 'Novo limite' }).fill('30000');
  await page.getByText('Vale depois de 24 horas').waitFor();
  await page.keyboard.press('Enter');
  // Proven a moment ago.
  await page.getByText('Aumento pedido').first().waitFor();
  await page.getByText('Aumenta para R$ 300,00').waitFor();
  await expectAccessible(page, 'limits with a raise that waits');
  await button(page, /^Cancelar o aumento/).press('Enter');
  await page.getByText('Aumento cancelado').first().waitFor();
  await page.getByText('Aumenta para').waitFor({ state: 'detached' });

  await button(page, 'Mudar o valor a partir do qual confirmar').press('Enter');
  await page.getByRole('textbox', { name: 'Acima de' }).fill('45000');
  await page.keyboard.press('Enter');
  await page.getByText('Escolha salva').first().waitFor();
  await page.getByText('R$ 450,00').waitFor();
});
