/** @module-tag prove */
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { type SignedIn, test } from './bank-test.ts';
import { expectAccessible, signIn } from './journey.ts';
import { lastMessageTo } from './mailbox.ts';

/** Waits for the letter, which the screen asks for. */
const emailCode = (origin: string, email: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const { text } = await lastMessageTo(origin, email, 'Código para confirmar');
      return /^\d{6}$/m.exec(text)?.[0] ?? '';
    },
    { timeout: 30_000, interval: 200 },
  );

async function confirmEmail(origin: string, { person, script }: SignedIn): Promise<void> {
  await script.call('POST', '/api/auth/contacts/email/request-code', {});
  const code = await emailCode(origin, person.email);
  expect((await script.call('POST', '/api/auth/contacts/email/confirm', { code })).status).toBe(200);
}

const registerButton = (page: Page) => page.getByRole('button', { name: 'Registrar este aparelho' });
const thisDevice = (page: Page) => page.getByText('Este aparelho', { exact: true });
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Sua conta está congelada' });

test('a browser becomes a registered device, proves itself at the next sign-in, and is ended', async ({
  bank,
  customer,
  visit,
}) => {
  await confirmEmail(bank.origin, customer);
  const { cpf, password } = customer.person;
  const page = await visit();
  await signIn(page, cpf, password);
  await page.goto('/client/seguranca');
  await registerButton(page).click();
  await thisDevice(page).waitFor();
  await page.getByText(/^Vale por inteiro a partir de/).waitFor();
  await expectAccessible(page, 'a registered device');
  await lastMessageTo(bank.origin, customer.person.email, 'Novo aparelho registrado');

  await page.getByRole('button', { name: 'Sair' }).click();
  // Until the sign-out is answered, /login leads to the dashboard.
  await page.waitForURL('**/login');
  await signIn(page, cpf, password);
  await page.goto('/client/seguranca');
  await thisDevice(page).waitFor();
  await page
    .getByRole('button', { name: /^Renomear/ })
    .first()
    .click();
  await page.getByLabel('Nome', { exact: true }).fill('Notebook');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Encerrar Notebook' }).click();
  await page.getByRole('button', { name: 'Encerrar aparelho' }).click();
  await registerButton(page).waitFor();
  expect(await thisDevice(page).count()).toBe(0);
});

test('a customer freezes the account from the menu and by a letter’s link, and unfreezes it', async ({
  bank,
  customer,
  visit,
  complaints,
}) => {
  const { cpf, email, password } = customer.person;
  const page = await visit();
  await signIn(page, cpf, password);
  // The session ends under the screen, and a used link is refused.
  complaints.allow(/status of 4(00|01|03|09)/);
  const other = await page.context().newPage();
  await other.goto('/client/pix');
  await other.getByRole('heading', { name: 'PIX' }).waitFor();
  await page.getByRole('button', { name: 'Congelar conta' }).click();
  await page
    .getByRole('alertdialog')
    .getByText(/^Nada mais sai dela/)
    .waitFor();
  await page.getByRole('button', { name: 'Congelar agora' }).click();
  await other.waitForURL('**/login?next=%2Fclient%2Fpix');
  await other.close();
  await page.getByRole('button', { name: 'Ir para o login' }).click();
  await page.waitForURL('**/login');
  await signIn(page, cpf, password);
  await banner(page).waitFor();
  await expectAccessible(page, 'frozen');
  await banner(page).getByRole('button', { name: 'Descongelar' }).click();
  await page.getByText(/^Confirme de novo o seu e-mail/).waitFor();
  await page.goto('/client/seguranca');
  await page.getByRole('main').getByRole('link', { name: 'Meu Perfil' }).click();
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await page.getByLabel('Código recebido').fill(await emailCode(bank.origin, email));
  await page.keyboard.press('Enter');
  await page.getByText('E-mail confirmado').first().waitFor();
  await banner(page).getByRole('button', { name: 'Descongelar' }).click();
  await banner(page).waitFor({ state: 'detached' });

  const { text } = await lastMessageTo(bank.origin, email, 'Sua conta foi descongelada');
  const link = /^\S+\/congelar\?token=\S+$/m.exec(text)?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Congelar agora' }).click();
  await page.getByRole('heading', { name: 'Conta congelada' }).waitFor();
  expect((await customer.script.call('GET', '/api/accounts')).status).toBe(401);
  await page.goto(link);
  await page.getByRole('button', { name: 'Congelar agora' }).click();
  await page.getByText('Este link não vale mais.').waitFor();
});
