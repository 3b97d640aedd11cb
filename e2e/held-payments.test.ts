/** @module-tag prove */
import { expect } from 'vitest';
import { test as base, type SignedIn } from './bank-test.ts';
import { everyLook } from './every-look.ts';
import { expectAccessible } from './journey.ts';
import { awaitReview, openPaymentAccount } from './payment-account.ts';

base.override('switches', { settleMs: 500, approvalMs: 1000, documentsAfterMs: 500 });
base.override('env', ({ provider }) => ({ ASAAS_URL: provider.url, ASAAS_API_KEY: provider.apiKey }));

/** `payer` and `payee`: customers with approved provider accounts; `payer` has money there. */
const test = base
  .extend('payer', async ({ bank, customer, fund }) => {
    await approve(customer, bank.origin);
    await fund(customer, '1000.00');
    await customer.script.call('POST', '/api/asaas/move', { direction: 'in', amount: '500.00' });
    await expect.poll(() => externalBalance(customer)).toBe('500.00');
    return customer;
  })
  .extend('payee', async ({ bank, register }) => {
    const payee = await register();
    await approve(payee, bank.origin);
    return payee;
  });

async function approve({ script }: SignedIn, origin: string): Promise<void> {
  await openPaymentAccount(script, origin);
  await awaitReview(script, 'approved');
}

const externalBalance = async ({ script }: SignedIn) =>
  (await script.call('GET', '/api/asaas/balance')).body.balance;

test('a PIX for a deactivated person is held, and an administrator returns one and releases another', async ({
  payer,
  payee,
  admin,
  office,
  login,
  visit,
}) => {
  const { body: me } = await payee.script.call('GET', '/api/auth/me');
  const { body: made } = await payee.script.call('POST', '/api/asaas/pix/create-key', { type: 'EVP' });
  const access = async (act: 'activate' | 'deactivate') => {
    const path = `/api/admin/users/${me.user?.id}/${act}` as const;
    const { status, body } = await admin.call('POST', path, { reason: 'Documento vencido' });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  await access('deactivate');
  for (const amount of ['42.00', '17.50']) {
    const paid = await payer.script.call('POST', '/api/asaas/pix/transfer', {
      pixKey: made.key?.key,
      amount,
    });
    expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  }
  await office.goto('/admin/held-payments');
  await expect
    .poll(async () => {
      await office.getByRole('button', { name: 'Atualizar' }).click();
      return office.getByRole('button', { name: /^Liberar o PIX/ }).count();
    })
    .toBe(2);
  await expectAccessible(office, 'held payments');

  const of = (amount: string) => office.getByRole('row').filter({ hasText: amount });
  await of('42,00')
    .getByRole('button', { name: /^Devolver o PIX/ })
    .click();
  const dialog = office.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Devolver a quem pagou' }).click();
  await dialog.getByText('Motivo é obrigatório').waitFor();
  await dialog.getByLabel('Motivo').fill('Cliente não localizado');
  await expectAccessible(office, 'return of a held payment');
  await dialog.getByRole('button', { name: 'Devolver a quem pagou' }).click();
  await office.getByText('Devolução pedida ao provedor').first().waitFor();
  await of('42,00').getByText('Devolvido', { exact: true }).waitFor();

  await of('17,50')
    .getByRole('button', { name: /^Liberar o PIX/ })
    .click();
  await dialog.getByText('O acesso continua desativado').waitFor();
  await dialog.getByLabel('Motivo').fill('Conferido com o cliente');
  await dialog.getByRole('button', { name: 'Liberar para o cliente' }).click();
  await of('17,50').getByText('Liberado', { exact: true }).waitFor();

  await access('activate');
  const back = await login({ document: payee.person.cpf, password: payee.person.password });
  const page = await visit(back);
  await page.goto('/client/statement');
  await page.getByText(`PIX recebido de ${payer.person.fullName}`).first().waitFor();
  expect(await page.getByText('42,00').count()).toBe(0);
  expect(await page.getByText('17,50').count()).toBeGreaterThan(0);
});

test('a PIX for somebody who has closed the account is paid outside the bank, once', async ({
  payer,
  payee,
  admin,
  office,
}) => {
  const { body: made } = await payee.script.call('POST', '/api/asaas/pix/create-key', { type: 'EVP' });
  const { password } = payee.person;
  const closed = await payee.script.call('POST', '/api/auth/close-account', {
    password,
    confirmation: 'ENCERRAR',
  });
  expect(closed.status, JSON.stringify(closed.body)).toBe(200);
  for (const amount of ['42.00', '17.50']) {
    const sent = { pixKey: made.key?.key, amount };
    const paid = await payer.script.call('POST', '/api/asaas/pix/transfer', sent);
    expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  }
  await office.goto('/admin/held-payments?status=held');
  await expect
    .poll(async () => {
      await office.getByRole('button', { name: 'Atualizar' }).click();
      return office.getByRole('button', { name: /^Pagar fora o PIX/ }).count();
    })
    .toBe(2);
  expect(await office.getByRole('button', { name: /^Liberar o PIX/ }).count()).toBe(0);
  await office.goto('/admin/held-payments');
  const of = (amount: string) => office.getByRole('row').filter({ hasText: amount });
  const open = (amount: string) =>
    of(amount)
      .getByRole('button', { name: /^Pagar fora o PIX/ })
      .click();
  await open('42,00');
  const dialog = office.getByRole('dialog');
  await dialog.getByText('Faça antes a transferência').waitFor();
  await dialog.getByRole('button', { name: 'Registrar o pagamento' }).click();
  await dialog.getByText('Motivo é obrigatório').waitFor();
  await dialog.getByLabel('Motivo').fill('Transferido à conta em outro banco');
  await expectAccessible(office, 'a held payment to be paid outside');
  await everyLook(office, 'a held payment to be paid outside');
  await dialog.getByRole('button', { name: 'Registrar o pagamento' }).click();
  await of('42,00').getByText('Pago fora do banco', { exact: true }).waitFor();

  await open('17,50');
  await dialog.getByLabel('Motivo').fill('Transferido à conta em outro banco');
  const { body: list } = await admin.call('GET', '/api/admin/held-payments?status=held');
  const path = `/api/admin/held-payments/${list.payments?.[0]?.id}/pay-out` as const;
  const first = await admin.call('POST', path, { reason: 'Decidido por outra pessoa' });
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  await dialog.getByRole('button', { name: 'Registrar o pagamento' }).click();
  await dialog.getByText('O pagamento não foi registrado').waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await of('17,50').getByText('Pago fora do banco', { exact: true }).waitFor();
  await everyLook(office, 'held payments paid outside');
});
