/** @module-tag prove */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { appCode } from './authenticator.ts';
import { test as base } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { lastMessageTo } from './mailbox.ts';
import { ANA } from './people.ts';

const test = base
  .override('env', async ({ postal }) => ({ SEED: 'demo', VIACEP_URL: postal.url }))
  .extend('ana', ({ login }) => login(ANA))
  .extend('open', ({ ana, visit }) => async (tab: string, look: Parameters<typeof visit>[1] = {}) => {
    const page = await visit(ana, look);
    await page.goto(`/client/profile?aba=${tab}`);
    return page;
  });

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await page.getByRole('tabpanel', { name }).waitFor();
}

const dialogOf = (page: Page) => page.locator('[role=dialog], [role=alertdialog]');

test('a customer confirms the telephone with the code of an SMS', async ({ bank, open }) => {
  const page = await open('dados');
  const confirmed = () => page.getByText('confirmado', { exact: true }).count();
  await expect.poll(confirmed).toBe(1);
  await page.getByRole('button', { name: 'Confirmar telefone' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirmar telefone' });
  await dialog.getByText('Enviamos por SMS').waitFor();
  await expectAccessible(page, 'Confirmar telefone');
  const sms = async () => (await lastMessageTo(bank.origin, '11987452044').catch(() => null))?.text ?? '';
  await expect.poll(sms).toMatch(/\d{6}/);
  const [code = ''] = /\d{6}/.exec(await sms()) ?? [];
  await dialog.getByLabel('Código recebido').fill(code === '000000' ? '000001' : '000000');
  await page.keyboard.press('Enter');
  await dialog.getByText('Código incorreto ou vencido').waitFor();
  await dialog.getByLabel('Código recebido').fill(code);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(confirmed).toBe(2);
});

test('a customer edits the profile, and first sees what will change', async ({ ana, open }) => {
  const page = await open('dados');
  await page.getByText('529.982.247-25').waitFor();
  await expectAccessible(page, 'Dados');

  await page.getByRole('button', { name: 'Editar' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Telefone').fill('1199');
  await dialog.getByLabel('Renda mensal').fill('0');
  await dialog.getByLabel('Número').fill('');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  for (const message of ['Telefone inválido', 'Número é obrigatório', 'Renda mensal deve ser maior que zero'])
    await dialog.getByText(message).waitFor();
  await expectAccessible(page, 'Editar, refused');

  await dialog.getByLabel('Telefone').fill('11912345678');
  await dialog.getByLabel('Renda mensal').fill('912345');
  await dialog.getByLabel('E-mail').fill('ana.nova@correio.example');
  await dialog.getByLabel('CEP').fill('01310100');
  await expect.poll(() => dialog.getByLabel('Rua').inputValue()).toBe('Avenida Paulista');
  expect(await dialog.getByLabel('Bairro').inputValue()).toBe('Bela Vista');
  await dialog.getByLabel('Número').fill('900');
  await dialog.getByRole('button', { name: 'Continuar' }).click();

  await dialog.getByText('Confira as alterações').waitFor();
  await dialog.getByText('(11) 91234-5678').waitFor();
  expect(await dialog.getByRole('term').allTextContents()).toEqual([
    'E-mail',
    'Telefone',
    'CEP',
    'Rua',
    'Número',
    'Bairro',
    'Cidade',
    'Renda mensal',
  ]);
  await expectAccessible(page, 'what will change');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Perfil atualizado').first().waitFor();
  await page.getByText('aguardando confirmação').waitFor();
  await expectAccessible(page, 'Dados, e-mail pending');

  const { user } = (await ana.call('GET', '/api/auth/me')).body;
  expect(user).toMatchObject({
    email: 'ana.moreira@correio.example',
    pendingEmail: 'ana.nova@correio.example',
    phone: '11912345678',
    zipCode: '01310100',
    number: '900',
    monthlyIncome: '9123.45',
  });

  await page.getByRole('button', { name: 'Editar' }).click();
  await dialog.getByLabel('Número').fill('901');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  expect(await dialog.getByRole('term').allTextContents()).toEqual(['Número']);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Avenida Paulista, 901').waitFor();
  await page.getByText('aguardando confirmação').waitFor();
});

test('a customer sees rating and contacts, and the open tab is in the URL', async ({ ana, open }) => {
  const page = await open('atendimentos', { width: 360, theme: 'dark' });
  await page.getByText('Taxa de resolução').waitFor();
  const { contacts } = (await ana.call('GET', '/api/client/contacts')).body;
  const shown = page.getByRole('tabpanel', { name: 'Atendimentos' }).getByRole('time');
  expect(await shown.count()).toBe(Math.min(5, contacts.length));
  await expectAccessible(page, 'Atendimentos');
  await openTab(page, 'Rating');
  expect(new URL(page.url()).searchParams.get('aba')).toBe('rating');
  await page.getByText('Pague as parcelas em dia').waitFor();
  await page.getByText('Por que esse valor?').click();
  const { rating } = (await ana.call('GET', '/api/credit/rating')).body;
  await page.getByText(`créditos quitados somam ${rating.rating}.`).waitFor();
  await expectAccessible(page, 'Rating');
  await openTab(page, 'Aparência');
  await page.getByText('Escuro', { exact: true }).last().click();
  await page.getByRole('switch', { name: 'Ocultar saldos e valores' }).click();
  await expectAccessible(page, 'Aparência');
});

test('a customer turns two-factor on with an app, takes new backup codes, and turns it off', async ({
  open,
}) => {
  const page = await open('seguranca');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Ativar 2FA' }).click();
  const dialog = dialogOf(page);
  const image = dialog.getByAltText('QR Code para o aplicativo autenticador');
  await image.waitFor();
  expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(200);
  for (const app of ['Google Authenticator', 'Microsoft Authenticator', 'Authy'])
    await dialog.getByText(app).waitFor();
  await expectAccessible(page, '2FA, QR code');
  const secret = await dialog.locator('code').innerText();

  await dialog.getByRole('button', { name: 'Continuar' }).click();
  const code = dialog.getByLabel('Código do aplicativo');
  const verify = dialog.getByRole('button', { name: 'Verificar' });
  const rightCode = appCode(secret);
  await code.pressSequentially(`a${rightCode.slice(0, 5)}`);
  expect(await verify.isDisabled()).toBe(true);
  await code.fill(rightCode === '000000' ? '111111' : '000000');
  await verify.click();
  await page.getByText('Código Inválido').first().waitFor();
  await dialog.getByText('O código inserido está incorreto. Tente novamente.').waitFor();
  await expectAccessible(page, '2FA, wrong code');
  await code.fill(appCode(secret));
  await verify.click();
  await page.getByText('2FA Ativado!').first().waitFor();

  const codes = await dialog.getByRole('list', { name: 'Códigos de backup' }).locator('code').allInnerTexts();
  expect(codes).toHaveLength(10);
  expect(codes[0]).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/);
  await expectAccessible(page, 'backup codes');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Copiar código 3' }).click();
  await page.getByText('Copiado!').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes[2]);
  await dialog.getByRole('button', { name: 'Copiar todos' }).click();
  await page.getByText('Todos os códigos copiados!').first().waitFor();
  await page.getByText('Guarde-os em um local seguro', { exact: true }).first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  await dialog.getByRole('button', { name: 'Já guardei os códigos' }).click();
  await page.getByText('10 códigos de backup restantes').waitFor();
  await page.getByText('Ativo', { exact: true }).waitFor();
  await expectAccessible(page, '2FA on');

  await page.getByRole('button', { name: 'Gerar novos códigos' }).click();
  await dialog.getByRole('button', { name: 'Usar um código de backup' }).click();
  await dialog.getByLabel('Código de backup').fill(codes[0]?.toLowerCase() ?? '');
  await dialog.getByRole('button', { name: 'Gerar novos códigos' }).click();
  const renewed = dialog.getByRole('list', { name: 'Códigos de backup' }).locator('code');
  await renewed.first().waitFor();
  expect(await renewed.allInnerTexts()).not.toContain(codes[1]);
  await dialog.getByRole('button', { name: 'Já guardei os códigos' }).click();

  await page.getByRole('button', { name: 'Desativar' }).click();
  await dialog.getByText('Desativar diminui a segurança da sua conta').waitFor();
  await expectAccessible(page, '2FA, turning off');
  await dialog.getByLabel('Código do aplicativo').fill(appCode(secret, 1));
  await dialog.getByRole('button', { name: 'Desativar 2FA' }).click();
  await page.getByText('2FA Desativado').first().waitFor();
  await page.getByText('Inativo', { exact: true }).waitFor();
});

test('a customer ends another session, and makes and revokes a token that a script uses', async ({
  bank,
  login,
  open,
}) => {
  const elsewhere = await login(ANA);
  const page = await open('seguranca', { width: 360 });
  await page.getByText('Esta sessão').waitFor();
  await page.getByRole('button', { name: 'Encerrar todas as outras' }).click();
  const dialog = dialogOf(page);
  await expectAccessible(page, 'ending sessions');
  await dialog.getByRole('button', { name: 'Encerrar todas' }).click();
  await page
    .getByText(/sess(ão|ões) encerradas?/)
    .first()
    .waitFor();
  await expect.poll(() => page.getByText(/^Endereço/).count()).toBe(1);
  expect((await elsewhere.call('GET', '/api/auth/me')).status).toBe(401);

  await page.getByRole('button', { name: 'Criar token' }).click();
  await dialog.getByLabel('Nome').fill('Planilha do contador');
  await dialog.getByLabel('Sua senha').fill('errada-errada');
  await dialog.getByRole('button', { name: 'Criar token' }).click();
  await dialog.getByText('Senha incorreta').waitFor();
  await expectAccessible(page, 'token, wrong password');
  await dialog.getByLabel('Sua senha').fill(ANA.password);
  await dialog.getByRole('button', { name: 'Criar token' }).click();
  await dialog.getByText('Copie o token agora').waitFor();
  await expectAccessible(page, 'token, secret');
  const secret = await dialog.locator('code').first().innerText();
  const asScript = () =>
    fetch(`${bank.origin}/api/accounts`, { headers: { authorization: `Bearer ${secret}` } });
  expect((await asScript()).status).toBe(200);
  await dialog.getByRole('button', { name: 'Já copiei o token' }).click();
  await page.getByText('Planilha do contador').waitFor();
  await expectAccessible(page, 'Segurança with a token');

  await page.getByRole('button', { name: 'Revogar o token Planilha do contador' }).click();
  await dialog.getByRole('button', { name: 'Revogar' }).click();
  await page.getByText('Nenhum token aberto.').waitFor();
  expect((await asScript()).status).toBe(401);
});

test('a customer downloads all personal data, gives a consent, and reads what prevents closing the account', async ({
  open,
}) => {
  const page = await open('privacidade');
  await page.getByText('Em vigor').waitFor();
  await page.getByText('Consultar Cadastro').first().waitFor();
  const [json] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar JSON' }).click(),
  ]);
  expect(JSON.parse(readFileSync(await json.path(), 'utf8')).user.cpf).toBe('52998224725');
  await page.getByText(/^meus-dados-[\d-]+\.json baixado/).waitFor();
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar PDF' }).click(),
  ]);
  expect(
    readFileSync(await pdf.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await page.getByText(/^meus-dados-[\d-]+\.pdf baixado/).waitFor();

  await page.getByRole('link', { name: 'Ler os Termos de Uso' }).waitFor();
  await page.getByRole('link', { name: 'Ler a Política de Privacidade' }).waitFor();
  const name = 'Completar com a conta externa o débito automático de parcelas';
  const consent = page.getByRole('switch', { name });
  const before = await consent.getAttribute('aria-checked');
  await consent.click();
  await expect.poll(() => consent.getAttribute('aria-checked')).not.toBe(before);
  await expectAccessible(page, 'Privacidade');

  await page.getByRole('button', { name: 'Pedir encerramento' }).click();
  const dialog = dialogOf(page);
  await dialog.getByText('Antes de encerrar, falta resolver').waitFor();
  await dialog.getByText(/transfira o saldo antes de encerrar/).waitFor();
  expect(await dialog.getByRole('listitem').count()).toBeGreaterThan(1);
  expect(await dialog.getByLabel('Sua senha').count()).toBe(0);
  await dialog.getByRole('link', { name: 'Fale com o atendimento' }).waitFor();
  await expectAccessible(page, 'closing refused');
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Pedir encerramento');
});
