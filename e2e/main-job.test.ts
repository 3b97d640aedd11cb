/** @module-tag scaled */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { testByEngine, test as withPostalService } from './bank-test.ts';
import { expectAccessible, openAccount } from './journey.ts';
import { caio, joana } from './people.ts';
import type { Script } from './script.ts';

withPostalService.override('env', ({ postal }) => ({ VIACEP_URL: postal.url }));

async function fund(admin: Script, accountNumber: string, amount: string): Promise<void> {
  const { accounts } = (await admin.call('GET', '/api/accounts')).body;
  const account = accounts.find((one) => one.accountNumber === accountNumber);
  const path = `/api/admin/accounts/${account?.id}/adjust` as const;
  const funded = await admin.call('POST', path, { amount, reason: 'Depósito inicial' });
  expect(funded.status, JSON.stringify(funded.body)).toBe(201);
}

const numberOn = async (page: Page) =>
  (await page
    .getByText(/^\d{4}-\d{4}$/)
    .first()
    .textContent()) ?? '';
const lastEntryOf = async (page: Page) =>
  (await (await page.request.get('/api/ledger?limit=1')).json()).entries[0];

for (const { name, test } of testByEngine())
  describe(`a customer's main journey, on ${name}`, { tags: name === 'SQLite' ? [] : ['prove'] }, () => {
    test('two people register, transfer money, and their statements agree', async ({ admin, visit }) => {
      const sender = await visit(null, { width: 360, theme: 'dark' });
      const receiver = await visit();
      await openAccount(sender, joana, (where) => expectAccessible(sender, `${where}, 360 px, dark`));
      await expectAccessible(sender, 'empty dashboard');
      await openAccount(receiver, caio, (where) => expectAccessible(receiver, `${where}, 1280 px, light`));

      const from = await numberOn(sender);
      const to = await numberOn(receiver);
      await fund(admin, from, '1000.00');
      await sender.getByRole('button', { name: 'Atualizar' }).click();
      await sender
        .getByText(/1\.000,00/)
        .first()
        .waitFor();

      await sender.goto('/client/transfers');
      await sender.getByLabel('Conta de destino').pressSequentially(to.replace('-', ''));
      await sender.getByText('Caio Rezende').first().waitFor();
      await sender.getByLabel('Valor', { exact: true }).pressSequentially('25037');
      await sender.getByLabel('Descrição').fill('Projeto da varanda');
      await expectAccessible(sender, 'transfer, filled in');
      await sender.getByRole('button', { name: 'Continuar' }).click();

      await sender.getByText('***.999.277-**').first().waitFor();
      await expectAccessible(sender, 'transfer, to be checked');
      await sender.getByRole('button', { name: /^Enviar R\$\s250,37 para Caio Rezende$/ }).click();
      await sender.getByRole('heading', { name: 'Comprovante de transferência' }).waitFor();
      await sender.getByText('Transferência enviada!').first().waitFor();
      await expectAccessible(sender, 'receipt');
      await sender.getByRole('link', { name: 'Voltar ao início' }).click();
      await sender
        .getByText(/749,63/)
        .first()
        .waitFor();

      await receiver.getByRole('button', { name: 'Atualizar' }).click();
      await receiver
        .getByText(/250,37/)
        .first()
        .waitFor();
      await receiver.getByText('Projeto da varanda').first().waitFor();
      await expectAccessible(receiver, 'full dashboard');

      const debit = await lastEntryOf(sender);
      const credit = await lastEntryOf(receiver);
      expect(debit).toMatchObject({ amount: '250.37', isDebit: true, balanceAfter: '749.63' });
      expect(credit).toMatchObject({ amount: '250.37', isDebit: false, balanceAfter: '250.37' });
      expect(debit.transactionId).toBe(credit.transactionId);
    });
  });
