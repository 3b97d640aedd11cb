/** @module-tag prove */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ageProofs } from './age-proofs.ts';
import { newAuthenticator } from './authenticator.ts';
import { test } from './bank-test.ts';
import { expectAccessible, signIn } from './journey.ts';
import { lastMessageTo, linkIn } from './mailbox.ts';

const asking = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você' });
const password = (page: Page) => asking(page).getByLabel('Sua senha');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('a session left open asks for the password before the phone changes, then for the code, too', async ({
  bank,
  customer: { person, script },
  visit,
}) => {
  const page = await visit(script, { width: 360, theme: 'dark' });
  await page.goto('/client/profile?aba=dados');
  await page.getByRole('button', { name: 'Editar' }).click();
  const form = page.getByRole('dialog', { name: /Editar perfil|Confira as alterações/ });
  await form.getByLabel('Telefone').fill('11912345678');
  await form.getByRole('button', { name: 'Continuar' }).click();
  await form.getByText('(11) 91234-5678').waitFor();

  ageProofs(bank.dataDir);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await password(page).waitFor();
  await expect.poll(() => password(page).evaluate((box) => box === document.activeElement)).toBe(true);
  await expectAccessible(page, 'asked for the password');
  await page.keyboard.press('Escape');
  await asking(page).waitFor({ state: 'detached' });
  await form.getByText('(11) 91234-5678').waitFor();
  expect(await form.getByText('confirme que é você').count()).toBe(0);
  await expect.poll(() => focused(page)).not.toBe('');
  expect(await form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);

  await form.getByRole('button', { name: 'Salvar' }).click();
  await password(page).fill('errada');
  await page.keyboard.press('Enter');
  await asking(page).getByText('Senha incorreta').waitFor();
  await expectAccessible(page, 'wrong password');
  await password(page).fill(person.password);
  await page.keyboard.press('Enter');
  await page.getByText('Perfil atualizado').first().waitFor();
  await page.getByText('(11) 91234-5678').waitFor();
  await asking(page).waitFor({ state: 'detached' });

  await page.goto('/client/profile?aba=seguranca');
  await page.getByRole('button', { name: 'Ativar 2FA' }).click();
  await page.getByAltText('QR Code para o aplicativo autenticador').waitFor();
  const app = newAuthenticator(await page.getByRole('dialog').locator('code').innerText());
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByLabel('Código do aplicativo').fill(await app.nextCode());
  await page.getByRole('button', { name: 'Verificar' }).click();
  await page.getByRole('button', { name: 'Já guardei os códigos' }).click();

  ageProofs(bank.dataDir);
  // The call carries a code, so only the password is asked for.
  await page.getByRole('button', { name: 'Gerar novos códigos' }).click();
  await page.getByLabel('Código do aplicativo').fill(await app.nextCode());
  await page.getByRole('dialog').getByRole('button', { name: 'Gerar novos códigos' }).click();
  await password(page).waitFor();
  expect(await asking(page).getByLabel('Código do aplicativo').count()).toBe(0);
  await password(page).fill(person.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Já guardei os códigos' }).click();

  await page.getByRole('button', { name: 'Criar token' }).click();
  await page.getByLabel('Nome').fill('Planilha');
  await page.getByLabel('Sua senha').fill(person.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Criar token' }).click();
  await password(page).fill(person.password);
  await asking(page)
    .getByLabel('Código do aplicativo')
    .fill(await app.nextCode());
  await expectAccessible(page, 'asked for password and code');
  await page.keyboard.press('Enter');
  await page.getByText('Copie o token agora').waitFor();
});

describe('a new e-mail', () => {
  test('a new e-mail is confirmed by its link with the password, and undone by the link to the former address', async ({
    bank,
    customer: { person, script },
    visit,
  }) => {
    const { email, fullName: _name, ...rest } = person;
    const next = `nova.${email}`;
    const { status, body } = await script.call('PUT', '/api/auth/profile', { ...rest, email: next });
    expect(status, JSON.stringify(body)).toBe(200);
    const page = await visit(null, { width: 360 });
    await page.goto(linkIn(await lastMessageTo(bank.origin, next)));
    const confirm = page.getByRole('button', { name: 'Confirmar este e-mail' });
    await page.getByLabel('Sua senha').fill('errada');
    await confirm.click();
    await page.getByText('Senha incorreta').waitFor();
    await expectAccessible(page, 'confirming an e-mail');
    await page.getByLabel('Sua senha').fill(person.password);
    await confirm.click();
    await page.getByRole('heading', { name: 'E-mail confirmado' }).waitFor();
    await page.getByText('ainda vão para o endereço de antes das trocas recentes').waitFor();
    expect((await script.call('GET', '/api/auth/me')).status).toBe(401);

    const letter = await lastMessageTo(bank.origin, email, 'O e-mail da sua conta mudou');
    await page.goto(linkIn(letter));
    await page.getByRole('button', { name: 'Desfazer a troca' }).click();
    await page.getByRole('heading', { name: 'Troca desfeita' }).waitFor();
    await expectAccessible(page, 'change taken back');
    await page.getByRole('link', { name: 'Criar nova senha' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await page.getByRole('heading', { name: 'Confira seu e-mail' }).waitFor();
    await page.goto(linkIn(await lastMessageTo(bank.origin, email, 'Crie uma nova senha')));
    await page.getByRole('textbox', { name: 'Nova senha' }).fill('neblina-sobre-o-planalto');
    await page.getByRole('button', { name: 'Salvar nova senha' }).click();
    await page.waitForURL('**/login');
    await signIn(page, person.cpf, 'neblina-sobre-o-planalto');
    await page.goto(linkIn(letter));
    await page.getByRole('button', { name: 'Desfazer a troca' }).click();
    await page.getByText('Este link não vale mais.').waitFor();
  });
});
