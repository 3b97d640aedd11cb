import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdmin } from './admin.ts';
import { type Authenticator, newAuthenticator } from './authenticator.ts';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser, openPage } from './browser.ts';
import { expectAccessible, signIn } from './journey.ts';
import { lastMessageTo, linkIn } from './mailbox.ts';
import { ADMIN, caio, joana, type Person, SECOND_ADMIN } from './people.ts';
import { newScript } from './script.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Autenticação de dois fatores' });

/** Password given, the code is owed. */
async function givePassword(page: Page, { cpf, password }: Pick<Person, 'cpf' | 'password'>, path = '') {
  await page.goto(`/login${path}`);
  await page.getByLabel('CPF ou CNPJ').fill(cpf);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await dialog(page).waitFor();
}

/** Turns two-factor on in the card that stands on the page; answers the secret's app and the backup codes. */
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

describe('who one is', () => {
  let bank: RunningBank;
  let browser: Browser;

  beforeAll(async () => {
    bank = await startBank();
    for (const admin of [ADMIN, SECOND_ADMIN]) createAdmin({}, bank.dataDir, admin);
    browser = await openBrowser();
    const script = newScript(bank.origin);
    for (const person of [joana, caio])
      await script.call('POST', '/api/auth/register', { ...person, acceptedTerms: true });
  });
  afterAll(async () => {
    await browser?.close();
    await bank?.stop();
  });

  const fresh = (width?: number) => openPage(browser, bank.origin, { width });

  test('two-factor is turned on, asked for at the login, answered by app and backup code, and turned off', async () => {
    const { page, complaints } = await fresh();
    await signIn(page, joana.cpf, joana.password);
    await page.goto('/client/profile?aba=seguranca');
    const { app, backupCodes } = await enableTwoFactor(page, (where) => expectAccessible(page, where));
    expect(backupCodes).toHaveLength(10);
    await page.getByRole('button', { name: 'Desativar' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();

    await loginByApp(app);
    await loginByBackupCode(backupCodes[0] ?? '');
    await disable(backupCodes[1] ?? '', app);
  });

  async function loginByApp(app: Authenticator) {
    const { page } = await fresh(360);
    await givePassword(page, joana, '?next=%2Fclient%2Ftransfers');
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

    const letGo = await holdBack(page, 'auth.twoFactor.validate');
    await box.fill(await app.nextCode());
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('button', { name: 'Verificando...' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await dialog(page).isVisible()).toBe(true);
    letGo();
    await page.getByText('Autenticado!').first().waitFor();
    await page.getByText('Login realizado com sucesso').first().waitFor();
    await page.waitForURL('**/client/transfers');
    await page.context().close();
  }

  async function loginByBackupCode(code: string) {
    const { page } = await fresh();
    await givePassword(page, joana);
    await page.getByLabel('Código do aplicativo').fill('123');
    await page.getByRole('tab', { name: 'Código de backup' }).click();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Entrar' }).click();
    await dialog(page).waitFor();
    expect(await page.getByLabel('Código do aplicativo').inputValue()).toBe('');

    await page.getByRole('tab', { name: 'Código de backup' }).click();
    const box = page.getByRole('textbox', { name: 'Código de backup' });
    expect(await box.getAttribute('placeholder')).toBe('XXXX-XXXX-XXXX-XXXX');
    await expectAccessible(page, 'backup code');
    await box.fill(` ${code.toLowerCase()} `);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/client/dashboard');
    await page.context().close();
  }

  async function disable(backupCode: string, app: Authenticator) {
    const { page } = await fresh();
    await givePassword(page, joana);
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
    await page.context().close();
    const { page: again } = await fresh();
    await signIn(again, joana.cpf, joana.password);
    await again.context().close();
  }

  test('five wrong codes lead back to the password', async () => {
    const script = newScript(bank.origin);
    await script.call('POST', '/api/auth/login', { document: caio.cpf, password: caio.password });
    const { body } = await script.call('POST', '/api/2fa/setup', {});
    const app = newAuthenticator(String(body.secret));
    await script.call('POST', '/api/2fa/verify', { token: await app.nextCode() });

    const { page } = await fresh(360);
    await givePassword(page, caio);
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
    await page.getByRole('button', { name: 'Entrar' }).click();
    await dialog(page).waitFor();
    await page.getByLabel('Código do aplicativo').fill(await app.nextCode());
    await page.keyboard.press('Enter');
    await page.waitForURL('**/client/dashboard');
    await script.call('POST', '/api/2fa/disable', { token: await app.nextCode() });
    await page.context().close();
  });

  test('a forgotten password is replaced through the mailbox, once', async () => {
    const { page, complaints } = await fresh(360);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
    await page.getByRole('heading', { name: 'Recuperar senha' }).waitFor();
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await page.getByText('Email inválido').waitFor();
    await expectAccessible(page, 'asking for a link');
    const told = await askForLink(page, caio.email);
    await expectAccessible(page, 'link sent');
    const { page: stranger } = await fresh();
    await stranger.goto('/recuperar-senha');
    const toldStranger = await askForLink(stranger, 'ninguem@exemplo.com.br');
    expect(toldStranger.replace('ninguem@exemplo.com.br', caio.email)).toBe(told);
    await stranger.context().close();

    const link = linkIn(await lastMessageTo(bank.origin, caio.email));
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
    expect(complaints).toEqual([]);
    await signIn(page, caio.cpf, 'neblina-sobre-o-planalto');

    await page.goto(link);
    await box.fill('outra-neblina-sobre-a-serra');
    await page.getByRole('button', { name: 'Salvar nova senha' }).click();
    await page.getByRole('heading', { name: 'Este link não vale mais' }).waitFor();
    await expectAccessible(page, 'link spent');
    await page.getByRole('button', { name: 'Pedir outro link' }).click();
    await page.getByRole('heading', { name: 'Recuperar senha' }).waitFor();
    await page.context().close();
  });

  test('an administrator who owes a second factor sees nothing but where it is turned on', async () => {
    const script = newScript(bank.origin);
    await script.call('POST', '/api/auth/login', { document: ADMIN.cpf, password: ADMIN.password });
    const { body } = await script.call('POST', '/api/2fa/setup', {});
    const app = newAuthenticator(String(body.secret));
    await script.call('POST', '/api/2fa/verify', { token: await app.nextCode() });
    const { status } = await script.call('PATCH', '/api/admin/settings/requireAdminTwoFactor', {
      value: true,
    });
    expect(status).toBe(200);
    const { page, complaints } = await fresh();
    await page.goto('/login');
    await page.getByLabel('CPF ou CNPJ').fill(SECOND_ADMIN.cpf);
    await page.getByLabel('Senha', { exact: true }).fill(SECOND_ADMIN.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
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
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

/** Sends the form; answers what the screen then says. */
async function askForLink(page: Page, email: string): Promise<string> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await page.getByRole('heading', { name: 'Confira seu e-mail' }).waitFor();
  return page.getByRole('main').innerText();
}

/** Holds the answers of a procedure, as a slow line does, until they are let go. */
async function holdBack(page: Page, procedure: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**/trpc/${procedure}*`, async (route) => {
    const answer = await route.fetch();
    await held;
    await route.fulfill({ response: answer });
  });
  return letGo;
}
