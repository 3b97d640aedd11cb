/** @module-tag scaled */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type Authenticator, newAuthenticator } from './authenticator.ts';
import { test, type Visit } from './bank-test.ts';
import { delayAnswers, expectAccessible, signIn } from './journey.ts';
import { lastMessageTo, linkIn } from './mailbox.ts';
import { type Person, SECOND_ADMIN } from './people.ts';
import type { Script } from './script.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Autenticação de dois fatores' });

async function givePassword(page: Page, { cpf, password }: Pick<Person, 'cpf' | 'password'>, path = '') {
  await page.goto(`/login${path}`);
  await page.getByLabel('CPF ou CNPJ').fill(cpf);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await dialog(page).waitFor();
}

async function enableTwoFactor(page: Page, look: (where: string) => Promise<void>) {
  await page.getByRole('button', { name: 'Ativar 2FA' }).click();
  await page.getByAltText('QR Code para o aplicativo autenticador').waitFor();
  await look('2FA, QR code');
  const app = newAuthenticator(await page.getByRole('dialog').locator('code').innerText());
  await page.getByRole('button', { name: 'Continuar' }).click();
  const box = page.getByLabel('Código do aplicativo');
  await box.waitFor();
  await look('2FA, first code');
  await box.fill(await app.nextCode());
  await page.getByRole('button', { name: 'Verificar' }).click();
  await page.getByText('2FA Ativado!').first().waitFor();
  const codes = page.getByRole('list', { name: 'Códigos de backup' });
  await codes.waitFor();
  await look('2FA, backup codes');
  const backupCodes = await codes.locator('code').allInnerTexts();
  await page.getByRole('button', { name: 'Já guardei os códigos' }).click();
  return { app, backupCodes };
}

async function loginByApp(visit: Visit, person: Person, app: Authenticator) {
  const page = await visit(null, { width: 360 });
  await givePassword(page, person, '?next=%2Fclient%2Ftransfers');
  await expectAccessible(page, 'code of the app');
  const confirm = dialog(page).getByRole('button', { name: 'Confirmar' });
  const box = page.getByLabel('Código do aplicativo');
  expect(await box.getAttribute('autocomplete')).toBe('one-time-code');
  await page.keyboard.type('12a3 45');
  expect(await box.inputValue()).toBe('12345');
  expect(await confirm.isDisabled()).toBe(true);

  await box.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('Código Inválido').first().waitFor();
  await dialog(page).getByText('O código inserido está incorreto ou já foi usado').waitFor();
  await expectAccessible(page, 'code of the app refused');

  const letGo = await delayAnswers(page, 'auth.twoFactor.validate');
  await box.fill(await app.nextCode());
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Verificando...' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await dialog(page).isVisible()).toBe(true);
  letGo();
  await page.getByText('Autenticado!').first().waitFor();
  await page.getByText('Login realizado com sucesso').first().waitFor();
  await page.waitForURL('**/client/transfers');
}

async function loginByBackupCode(visit: Visit, person: Person, code: string) {
  const page = await visit();
  await givePassword(page, person);
  await page.getByLabel('Código do aplicativo').fill('123');
  await page.getByRole('tab', { name: 'Código de backup' }).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await dialog(page).waitFor();
  expect(await page.getByLabel('Código do aplicativo').inputValue()).toBe('');

  await page.getByRole('tab', { name: 'Código de backup' }).click();
  const box = page.getByRole('textbox', { name: 'Código de backup' });
  expect(await box.getAttribute('placeholder')).toBe('XXXX-XXXX-XXXX-XXXX');
  await expectAccessible(page, 'backup code');
  await box.fill(` ${code.toLowerCase()} `);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/client/dashboard');
}

async function disable(visit: Visit, person: Person, backupCode: string, app: Authenticator) {
  const page = await visit();
  await givePassword(page, person);
  await page.getByRole('tab', { name: 'Código de backup' }).click();
  await page.getByRole('textbox', { name: 'Código de backup' }).fill(backupCode);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/client/dashboard');
  await page.goto('/client/profile?aba=seguranca');
  await page.getByRole('button', { name: 'Desativar', exact: true }).click();
  const box = page.getByLabel('Código do aplicativo');
  await box.waitFor();
  await expectAccessible(page, 'turning two-factor off');
  await box.fill(await app.nextCode());
  await page.getByRole('button', { name: 'Desativar 2FA' }).click();
  await page.getByText('2FA Desativado').first().waitFor();
  await page.getByRole('button', { name: 'Ativar 2FA' }).waitFor();
  await signIn(await visit(), person.cpf, person.password);
}

async function appOf(script: Script): Promise<Authenticator> {
  const { secret } = (await script.call('POST', '/api/2fa/setup', {})).body;
  const app = newAuthenticator(secret);
  expect((await script.call('POST', '/api/2fa/verify', { token: await app.nextCode() })).status).toBe(200);
  return app;
}

describe('two-factor, and a forgotten password', () => {
  test('two-factor is turned on, asked for at the login, answered by app and backup code, and turned off', {
    tags: ['prove'],
  }, async ({ customer: { person, script }, visit }) => {
    const page = await visit(script);
    await page.goto('/client/profile?aba=seguranca');
    const { app, backupCodes } = await enableTwoFactor(page, (where) => expectAccessible(page, where));
    expect(backupCodes).toHaveLength(10);
    await page.getByRole('button', { name: 'Desativar' }).waitFor();

    await loginByApp(visit, person, app);
    await loginByBackupCode(visit, person, backupCodes[0] ?? '');
    await disable(visit, person, backupCodes[1] ?? '', app);
  });

  test('five wrong codes lead back to the password', { tags: ['prove'] }, async ({
    customer: { person, script },
    visit,
  }) => {
    const app = await appOf(script);
    const page = await visit(null, { width: 360 });
    await givePassword(page, person);
    for (let tries = 0; tries < 5; tries += 1) {
      await page.getByLabel('Código do aplicativo').fill(`00000${tries}`);
      const answer = page.waitForResponse(/twoFactor\.validate/);
      await page.keyboard.press('Enter');
      await answer;
      await page.getByRole('button', { name: 'Verificando...' }).waitFor({ state: 'detached' });
    }
    await page.getByText('Foram 5 códigos incorretos.').waitFor();
    await expectAccessible(page, 'no code is taken any more');
    await page.getByRole('button', { name: 'Entrar de novo' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await dialog(page).waitFor();
    await page.getByLabel('Código do aplicativo').fill(await app.nextCode());
    await page.keyboard.press('Enter');
    await page.waitForURL('**/client/dashboard');
  });

  test('a forgotten password is replaced through the mailbox, once', async ({
    bank,
    customer: { person },
    visit,
  }) => {
    const page = await visit(null, { width: 360 });
    await page.goto('/login');
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
    await page.getByRole('heading', { name: 'Recuperar senha' }).waitFor();
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await page.getByText('E-mail inválido').waitFor();
    await expectAccessible(page, 'asking for a link');
    const told = await askForLink(page, person.email);
    await expectAccessible(page, 'link sent');
    const stranger = await visit();
    await stranger.goto('/recuperar-senha');
    const toldStranger = await askForLink(stranger, 'ninguem@exemplo.com.br');
    expect(toldStranger.replace('ninguem@exemplo.com.br', person.email)).toBe(told);

    const link = linkIn(await lastMessageTo(bank.origin, person.email));
    await page.goto(link);
    const box = page.getByRole('textbox', { name: 'Nova senha' });
    await box.fill('senha123');
    await page.getByText('é das primeiras que alguém tentaria').waitFor();
    await page.getByRole('button', { name: 'Salvar nova senha' }).click();
    await page.getByText('Esta senha é muito comum: escolha outra').waitFor();
    await expectAccessible(page, 'password refused');
    await box.fill('neblina-sobre-o-planalto');
    await page.getByText('Senha forte.').waitFor();
    await page.getByRole('button', { name: 'Salvar nova senha' }).click();
    await page.waitForURL('**/login');
    await page.getByText('Senha alterada').first().waitFor();
    await signIn(page, person.cpf, 'neblina-sobre-o-planalto');

    await page.goto(link);
    await page.getByRole('heading', { name: 'Este link não vale mais' }).waitFor();
    await expectAccessible(page, 'link spent');
    await page.getByRole('button', { name: 'Pedir outro link' }).click();
    await page.getByRole('heading', { name: 'Recuperar senha' }).waitFor();
  });

  test('an administrator who must turn on a second factor sees only the screen for that', {
    tags: ['prove'],
  }, async ({ admin, colleague: _colleague, page }) => {
    await appOf(admin);
    const path = '/api/admin/settings/requireAdminTwoFactor';
    expect((await admin.call('PATCH', path, { value: true })).status).toBe(200);
    await page.goto('/login');
    await page.getByLabel('CPF ou CNPJ').fill(SECOND_ADMIN.cpf);
    await page.getByLabel('Senha', { exact: true }).fill(SECOND_ADMIN.password);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.waitForURL('**/admin/settings');
    const notice = page.getByText('Ative a autenticação de dois fatores para continuar');
    await notice.waitFor();
    await page.goto('/admin/users');
    await page.waitForURL('**/admin/settings');
    await notice.waitFor();
    await expectAccessible(page, 'second factor owed');

    await enableTwoFactor(page, async () => {});
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Clientes' }).click();
    await page.waitForURL('**/admin/users');
  });
});

async function askForLink(page: Page, email: string): Promise<string> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await page.getByRole('heading', { name: 'Confira seu e-mail' }).waitFor();
  return page.getByRole('main').innerText();
}
