/** @module-tag prove */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type SignedIn, test } from './bank-test.ts';
import { grant, KITCHEN, proposalOf } from './credit-proposals.ts';
import { expectAccessible } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { lastMessageTo } from './mailbox.ts';
import type { Script } from './script.ts';

const toast = (page: Page, text: string) => page.locator('li[data-tone]').filter({ hasText: text }).waitFor();

const accountOf = async (script: Script) => {
  const [account] = (await script.call('GET', '/api/accounts')).body.accounts;
  if (!account) throw new Error('no account');
  return account;
};

/** The money of the credit is transferred away, so that the bank cannot debit it. */
async function grantAndSpend(origin: string, admin: Script, customer: SignedIn, other: SignedIn) {
  const { script } = customer;
  await grant(origin, admin, customer);
  const { balance: amount } = await accountOf(script);
  const { accountNumber } = await accountOf(other.script);
  const sent = await script.call('POST', '/api/transfers', { accountNumber, amount, description: 'Obra' });
  expect(sent.status).toBe(201);
}

async function act(page: Page, { person }: SignedIn, name: string): Promise<void> {
  await tabTo(page, 'button', `Ações: ${person.fullName}, ${KITCHEN.purpose}`);
  await page.keyboard.press('ArrowDown');
  const item = page.getByRole('menuitem', { name });
  await item.waitFor();
  while (!(await item.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  if (name === 'Enviar e-mail') await expectAccessible(page, 'menu of an operation');
  await page.keyboard.press('Enter');
}

describe('credit collection', () => {
  test('an overdue credit is collected by e-mail, negativation and a contact', async ({
    bank,
    admin,
    office,
    customer,
    register,
  }) => {
    await grantAndSpend(bank.origin, admin, customer, await register());
    await admin.call('POST', '/dev/clock', { advanceDays: 70 });
    const { fullName, cpf, email } = customer.person;
    await office.goto(`/admin/operations?busca=${cpf.slice(0, 7)}`);
    const card = office.getByRole('listitem').filter({ hasText: fullName });
    await card.getByText('Em Atraso').waitFor();
    await card.getByText('2 vencidas').waitFor();
    expect(await office.getByRole('button', { name: /^Em Atraso/ }).innerText()).toMatch(/1$/);
    await expectAccessible(office, 'operations');

    await act(office, customer, 'Enviar e-mail');
    await toast(office, 'E-mail enviado');
    // The daily run sends one letter per instalment; this one covers all of them.
    const letter = await lastMessageTo(bank.origin, email);
    // The purpose is free text, and left out of letters to unconfirmed addresses.
    expect(letter.subject).toBe('Parcelas em atraso: …');
    await act(office, customer, 'Enviar e-mail');
    await toast(office, 'Erro ao enviar e-mail');

    await act(office, customer, 'Negativar');
    const question = office.getByRole('alertdialog', { name: 'Negativar cliente' });
    await question.getByText(/^O aviso prévio saiu em .* e anunciou a negativação a partir de/).waitFor();
    await expectAccessible(office, 'negativation, to be confirmed');
    await question.getByRole('button', { name: `Negativar ${fullName}` }).click();
    await toast(office, 'Cliente negativado');
    await card.getByText('Negativado', { exact: true }).waitFor();
    const { body } = await admin.call('GET', '/api/credit/operations?status=negativado');
    expect(body.operations).toMatchObject([{ purpose: KITCHEN.purpose, operationStatus: 'negativado' }]);

    await act(office, customer, 'Registrar contato');
    const form = office.getByRole('dialog', { name: 'Registrar contato' });
    await form.getByLabel('Relatório do contato').fill('Prometeu pagar na sexta-feira.');
    await form.getByRole('button', { name: 'Salvar contato' }).click();
    await toast(office, 'Contato registrado');
    await form.waitFor({ state: 'detached' });
    await act(office, customer, 'Ver histórico');
    await office.waitForURL(/\/admin\/clients\/[^/]+\/history/);
    await office.getByText('Prometeu pagar na sexta-feira.').waitFor();
    const history = await customer.script.call('GET', '/api/client/contacts');
    const { id } = await proposalOf(customer, KITCHEN.purpose);
    expect(history.body.contacts).toMatchObject([{ operationId: id, contactType: 'cobranca' }]);
  });

  test('an operations filter without results says so', async ({ office }) => {
    await office.goto('/admin/operations');
    await office.getByRole('button', { name: /^Finalizado/ }).click();
    await office.waitForURL(/status=finalizado/);
    await office.getByText('Nenhuma operação encontrada').waitFor();
  });
});
