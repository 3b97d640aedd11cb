import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isProving } from '../db/testing/proof-scale.ts';
import { axeFindings } from './axe.ts';
import type { Person } from './people.ts';

/** Expects no axe findings, in full proofs only: `.ci/run` checks each screen once, in e2e/screens*.test.ts. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  if (!isProving()) return;
  expect((await axeFindings(page)).map((finding) => `${where}: ${finding}`)).toEqual([]);
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Calls `look` on each step of the wizard; ends on the dashboard. */
export async function openAccount(
  page: Page,
  person: Person,
  look: (where: string) => Promise<void>,
): Promise<void> {
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Acesse sua conta' }).waitFor();
  await look('login');
  await page.getByRole('tab', { name: 'Cadastrar' }).click();
  const onward = page.getByRole('button', { name: 'Continuar' });

  await page.getByText('Etapa 1 de 5').waitFor();
  await onward.click();
  await page.getByText('Preencha todos os campos corretamente antes de continuar').first().waitFor();
  await look('wizard, step 1 refused');
  await page.getByLabel('Nome completo').fill(person.fullName);
  await page.getByLabel('CPF', { exact: true }).pressSequentially(digitsOf(person.cpf));
  await page.getByLabel('RG/CNH').fill(person.rg);
  await page.getByLabel('Data de nascimento').fill(person.birthDate);
  await page.getByLabel('Telefone').pressSequentially(digitsOf(person.phone));
  await onward.click();

  await page.getByText('Etapa 2 de 5').waitFor();
  await page.getByLabel('CEP').pressSequentially(digitsOf(person.zipCode));
  await expect.poll(() => page.getByLabel('Rua').inputValue()).toBe(person.street);
  await page.getByLabel('Número').fill(person.number);
  expect(await page.getByLabel('Cidade').inputValue()).toBe(person.city);
  expect(await page.getByLabel('Estado (UF)').inputValue()).toBe(person.state);
  await look('wizard, step 2');
  await onward.click();

  await page.getByText('Etapa 3 de 5').waitFor();
  await page.getByLabel('Profissão').fill(person.occupation);
  await page.getByLabel('Renda mensal').pressSequentially(digitsOf(person.monthlyIncome));
  await look('wizard, step 3');
  await onward.click();

  await page.getByText('Etapa 4 de 5').waitFor();
  await page.getByLabel('Nome de usuário').fill(person.username);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await look('wizard, step 4');
  await onward.click();

  await page.getByText('Etapa 5 de 5').waitFor();
  const open = page.getByRole('button', { name: 'Abrir Conta' });
  expect(await open.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Ler os termos' }).click();
  await page.getByRole('dialog').waitFor();
  await look('terms');
  await page.keyboard.press('Escape');
  await page.getByText('Li e aceito os Termos de Uso').click();
  await look('wizard, step 5');
  await open.click();
  await page.waitForURL('**/client/dashboard');
  await page.getByText('Conta criada!').first().waitFor();
  await page.getByRole('heading', { name: 'Transações recentes' }).waitFor();
}

/** Answers the dialog that asks who it is. */
export async function proveAgain(page: Page, password: string): Promise<void> {
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
  await proof.getByLabel('Sua senha').fill(password);
  await page.keyboard.press('Enter');
  await proof.waitFor({ state: 'detached' });
}

export async function signIn(page: Page, document: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('CPF ou CNPJ').pressSequentially(document.replace(/[./-]/g, ''));
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(/\/(client|admin)\/dashboard/);
}

/** Delays a procedure's answers until the returned function is called. */
export async function delayAnswers(page: Page, procedure: string): Promise<() => void> {
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
