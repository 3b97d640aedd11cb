/** @module-tag prove */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ageProofs } from './age-proofs.ts';
import { type SignedIn, test } from './bank-test.ts';
import { confirmEmails } from './confirm-emails.ts';
import { everyLook } from './every-look.ts';
import { expectAccessible } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { agePasskeys, withAuthenticator } from './virtual-authenticator.ts';

test.override('env', { MONEY_RULES: 'standard' });

/** Adding a passkey needs a confirmed e-mail, and a proof given since the sign-in. */
function proveAgain({ script, person }: SignedIn, { dataDir }: { dataDir: string }) {
  confirmEmails(dataDir);
  return script.call('POST', '/api/auth/reauthenticate', { password: person.password });
}

const card = (page: Page) => page.getByRole('region', { name: 'Chaves de acesso' });
const named = (page: Page, name: string) => card(page).getByText(name, { exact: true });

test('a passkey is added, signs in by keyboard, proves who it is, and is removed', async ({
  bank,
  customer,
  complaints,
  visit,
}) => {
  complaints.allow(/40[03]/);
  const { script } = customer;
  await proveAgain(customer, bank);
  const page = await visit(script, { width: 360 });
  const { cdp, authenticatorId } = await withAuthenticator(page);
  const verify = (isUserVerified: boolean) =>
    cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  await page.goto('/client/seguranca');
  await page.getByText('Nenhuma chave de acesso.').waitFor();

  await verify(false);
  await tabTo(page, 'button', 'Adicionar chave');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Adicionar chave de acesso' }).waitFor();
  await page.keyboard.type('Notebook');
  await expectAccessible(page, 'adding a passkey');
  await page.keyboard.press('Enter');
  await page.getByText('A chave de acesso não foi usada.').waitFor();
  await expectAccessible(page, 'adding a passkey, cancelled on the device');
  await verify(true);
  await page.getByRole('button', { name: 'Criar chave' }).press('Enter');
  await page.getByText('Chave de acesso adicionada').first().waitFor();
  await named(page, 'Notebook').waitFor();
  await card(page).getByText('Prova quem você é e confirma pagamentos a partir de').waitFor();

  await page.getByRole('button', { name: 'Renomear a chave Notebook' }).press('Enter');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nome' }).fill('Celular');
  await page.keyboard.press('Enter');
  await named(page, 'Celular').waitFor();
  await expectAccessible(page, 'passkeys');

  await script.call('POST', '/api/auth/logout', {});
  await page.goto('/login');
  await tabTo(page, 'button', 'Entrar com chave de acesso');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/client/dashboard');

  ageProofs(bank.dataDir);
  agePasskeys(bank.dataDir);
  await page.goto('/client/seguranca');
  await page.getByRole('button', { name: 'Remover a chave Celular' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).press('Enter');
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
  await proof.getByText('Perdeu o aparelho?').waitFor();
  expect(await proof.getByLabel('Sua senha').count()).toBe(0);
  await expectAccessible(page, 'proof with a passkey');
  await proof.getByRole('button', { name: 'Usar chave de acesso' }).press('Enter');
  await page.getByText('Nenhuma chave de acesso.').waitFor();

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await page.getByText('A chave de acesso não foi aceita.').waitFor();
  await expectAccessible(page, 'sign-in with a removed passkey');
});

test('a payment is signed with a passkey; with one byte altered the signature is refused', async ({
  bank,
  complaints,
  customer,
  fund,
  register,
  visit,
}) => {
  complaints.allow(/40[03]/);
  await fund(customer, '1000.00');
  const receiver = await register();
  await proveAgain(customer, bank);
  const page = await visit(customer.script, { width: 360, theme: 'dark' });
  await withAuthenticator(page);
  await page.goto('/client/seguranca');
  await page.getByRole('button', { name: 'Adicionar chave' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nome' }).fill('Notebook');
  await page.keyboard.press('Enter');
  await named(page, 'Notebook').waitFor();
  agePasskeys(bank.dataDir);

  const [account] = (await receiver.script.call('GET', '/api/accounts')).body.accounts;
  await page.goto('/client/transfers');
  await page.getByRole('textbox', { name: 'Conta de destino' }).fill(account?.accountNumber ?? '');
  await page.getByRole('textbox', { name: 'Valor' }).fill('4000');
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Aluguel');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Enviar R\$/ }).press('Enter');
  const confirm = page.getByRole('button', { name: 'Confirmar com a chave de acesso' });
  await confirm.waitFor();
  await expectAccessible(page, 'a payment to sign');

  const altered = (text: string) =>
    text.replace(
      /"signature":"(.{20})(.)/,
      (_, before, at) => `"signature":"${before}${at === 'A' ? 'B' : 'A'}`,
    );
  await page.route(/confirmations\.prove/, (route) =>
    route.continue({ postData: altered(route.request().postData() ?? '') }),
  );
  await confirm.press('Enter');
  await page.getByText('A chave de acesso não foi aceita.').waitFor();
  await expectAccessible(page, 'a refused signature');
  const [before] = (await customer.script.call('GET', '/api/accounts')).body.accounts;
  expect(before?.balance).toBe('1000.00');

  await page.unroute(/confirmations\.prove/);
  await confirm.press('Enter');
  await page.getByRole('heading', { name: 'Comprovante de transferência' }).waitFor();
  const [after] = (await customer.script.call('GET', '/api/accounts')).body.accounts;
  expect(after?.balance).toBe('960.00');
});

test('a second factor leads to the profile until the e-mail is confirmed', async ({
  customer: { script, person },
  complaints,
  visit,
}) => {
  complaints.allow(/403/);
  await script.call('POST', '/api/auth/reauthenticate', { password: person.password });
  const page = await visit(script);
  const dialog = page.getByRole('dialog');
  const way = dialog.getByRole('link', { name: 'Confirmar em Meu Perfil' });
  await withAuthenticator(page);
  await page.goto('/client/seguranca');
  await page.getByRole('button', { name: 'Adicionar chave' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Notebook');
  await page.keyboard.press('Enter');
  await way.waitFor();
  await everyLook(page, 'a passkey before the e-mail');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ativar 2FA' }).press('Enter');
  await way.waitFor();
  await everyLook(page, 'an app before the e-mail');
  await way.press('Enter');
  await page.waitForURL('**/client/profile*');
  await dialog.waitFor({ state: 'detached' });
});
