/** @module-tag prove */
import type { Page } from 'playwright-core';
import { test } from './bank-test.ts';
import { expectAccessible, proveAgain, signIn } from './journey.ts';

test.override('env', { MONEY_RULES: 'standard' });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('an older session ends a newer one after its owner proved who they are', async ({ customer, visit }) => {
  const { cpf, password } = customer.person;
  const newer = await visit();
  await signIn(newer, cpf, password);
  const page = await visit(customer.script, { width: 360 });
  await page.goto('/client/seguranca');
  await button(page, /^Encerrar a sessão em/).press('Enter');
  await expectAccessible(page, 'a proof before a session ends');
  await proveAgain(page, password);
  await page.getByText('Sessão encerrada').first().waitFor();
  await newer.goto('/client/seguranca');
  await newer.waitForURL('**/login?next=**');
});

test('so it ends all others, from their dialog', async ({ customer, visit }) => {
  const { cpf, password } = customer.person;
  await signIn(await visit(), cpf, password);
  const page = await visit(customer.script);
  await page.goto('/client/seguranca');
  await button(page, 'Encerrar todas as outras').press('Enter');
  await page.getByRole('button', { name: 'Encerrar todas', exact: true }).press('Enter');
  await proveAgain(page, password);
  await page.getByText('1 sessão encerrada').first().waitFor();
});

test('a device ends after its owner proved who they are', async ({ customer, visit }) => {
  const page = await visit(customer.script);
  await page.goto('/client/seguranca');
  await button(page, /^Encerrar (?!a sessão|todas)/).press('Enter');
  await button(page, 'Encerrar aparelho').press('Enter');
  await proveAgain(page, customer.person.password);
  await page.getByText('Aparelho encerrado').first().waitFor();
});
