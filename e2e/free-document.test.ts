/** @module-tag prove */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './bank-test.ts';
import { everyLook } from './every-look.ts';
import { newPerson } from './people.ts';
import { newScript } from './script.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const REASON = 'Titular identificada na agência';

/** In the open dialog, by keyboard: refused without a reason, then sent. */
async function giveReason(page: Page, act: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: act, exact: true }).press('Enter');
  await dialog.getByText('Motivo é obrigatório').waitFor();
  await everyLook(page, `${act}, without a reason`);
  await dialog.getByLabel('Motivo').fill(REASON);
  await dialog.getByRole('button', { name: act, exact: true }).press('Enter');
}

async function isDone(page: Page, done: string): Promise<void> {
  await page.getByText(done).first().waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function openHistory(office: Page, { fullName, username }: { fullName: string; username: string }) {
  await office.goto(`/admin/users?busca=${encodeURIComponent(username)}`);
  await office.getByRole('link', { name: `Ver histórico de ${fullName}` }).click();
  await office.getByText('CPF/CNPJ').first().waitFor();
}

test('the document of a deactivated customer is asked for, waits for an objection, and is kept', async ({
  customer: { person },
  office,
  complaints,
}) => {
  await openHistory(office, person);
  expect(await office.getByText('O CPF ou CNPJ é de outra pessoa?').count()).toBe(0);
  await office.goto(`/admin/users?busca=${encodeURIComponent(person.username)}`);
  await button(office, `Desativar ${person.fullName}`).press('Enter');
  await office.getByRole('dialog').getByLabel('Motivo').fill('Documento de outra pessoa');
  await office
    .getByRole('dialog')
    .getByRole('button', { name: `Desativar ${person.fullName}` })
    .press('Enter');
  await isDone(office, 'Acesso desativado');

  await openHistory(office, person);
  await everyLook(office, 'a deactivated customer');
  await button(office, 'Pedir liberação do documento').press('Enter');
  await office.getByRole('dialog').waitFor();
  await everyLook(office, 'asking for a document');
  await giveReason(office, 'Pedir a liberação');
  await isDone(office, 'Pedido registrado');
  await office.getByText('Liberação do documento pedida').waitFor();
  await everyLook(office, 'a document asked for');

  complaints.allow(/409/);
  await button(office, 'Liberar documento').press('Enter');
  await giveReason(office, 'Liberar o documento');
  await office.getByText(/^O documento só pode ser liberado a partir de/).waitFor();
  await everyLook(office, 'a document freed too early');
  await office.keyboard.press('Escape');
  await office.getByRole('dialog').waitFor({ state: 'detached' });

  await button(office, 'Manter documento').press('Enter');
  await giveReason(office, 'Manter o documento');
  await isDone(office, 'Documento mantido');
  await button(office, 'Pedir liberação do documento').waitFor();
});

test('the document of a closed customer is freed, and its owner registers with it', async ({
  bank,
  customer: { person, script },
  fund,
  admin,
  office,
}) => {
  await fund({ script }, '0.01');
  const [account] = (await script.call('GET', '/api/accounts')).body.accounts;
  const back = { amount: '-0.01', reason: 'Devolução' };
  expect((await admin.call('POST', `/api/admin/accounts/${account?.id}/adjust`, back)).status).toBe(201);
  const closing = { password: person.password, confirmation: 'ENCERRAR' };
  expect((await script.call('POST', '/api/auth/close-account', closing)).status).toBe(200);
  const owner = { ...newPerson(), cpf: person.cpf, acceptedTerms: true };
  const register = () => newScript(bank.origin).call('POST', '/api/auth/register', owner);
  expect((await register()).status).toBe(409);

  // The closed record has neither user name nor e-mail.
  await office.goto(`/admin/users?busca=${encodeURIComponent(person.cpf)}`);
  await office.getByRole('link', { name: `Ver histórico de ${person.fullName}` }).click();
  await everyLook(office, 'a closed customer');
  await button(office, 'Liberar documento').press('Enter');
  await office.getByRole('dialog').waitFor();
  await everyLook(office, 'freeing a document');
  await giveReason(office, 'Liberar o documento');
  await isDone(office, 'Documento liberado');
  await everyLook(office, 'a freed document');
  expect(await button(office, 'Liberar documento').count()).toBe(0);
  expect((await register()).status).toBe(201);
});
