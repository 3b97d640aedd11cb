/** @module-tag scaled */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test as base } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { runAhead } from './page-clock.ts';
import { newPerson, type Person } from './people.ts';
import { newScript } from './script.ts';

base.override('env', ({ postal }) => ({ VIACEP_URL: postal.url }));

/** `inWizard`: a page on the first step of a registration. */
const test = base
  .extend('person', () => newPerson())
  .extend('inWizard', ({ visit }) => async (width = 1280): Promise<Page> => {
    const page = await visit(null, { width });
    await page.goto('/login?tab=cadastrar');
    await page.getByText('Etapa 1 de 5').waitFor();
    return page;
  });

const onward = (page: Page) => page.getByRole('button', { name: 'Continuar' });

async function fillPersonal(page: Page, person: Person) {
  await page.getByLabel('Nome completo').fill(person.fullName);
  await page.getByLabel('CPF', { exact: true }).fill(person.cpf);
  await page.getByLabel('RG/CNH').fill(person.rg);
  await page.getByLabel('Data de nascimento').fill(person.birthDate);
  await page.getByLabel('Telefone').fill(person.phone);
  await onward(page).click();
}

async function fillAddress(page: Page, person: Person) {
  await page.getByLabel('CEP').pressSequentially('09710001');
  await page.getByText('Endereço encontrado').waitFor();
  await page.getByLabel('Número').fill(person.number);
  await onward(page).click();
}

async function fillRest(page: Page, person: Person) {
  await page.getByLabel(/Profissão|Ramo de atividade/).fill(person.occupation);
  await page.getByLabel(/Renda mensal|Faturamento mensal/).pressSequentially('780000');
  await onward(page).click();
  await page.getByText(/Para entrar, use o (CPF|CNPJ)\./).waitFor();
  await page.getByLabel('Nome de usuário').fill(person.username);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await onward(page).click();
  await page.getByText('Etapa 5 de 5').waitFor();
}

async function acceptAndOpen(page: Page) {
  await page.getByRole('button', { name: 'Ler os termos' }).click();
  await page.getByRole('button', { name: 'Aceitar os termos' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Abrir Conta' }).click();
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

describe('the login screen', () => {
  test('a postal code fills in the address, which can be typed instead', { tags: ['prove'] }, async ({
    complaints,
    inWizard,
    person,
  }) => {
    // The service fails for one of the codes.
    complaints.allow(/status of 50\d/);
    const page = await inWizard(360);
    await fillPersonal(page, person);
    await page.getByLabel('CEP').pressSequentially('99999999');
    await page.getByRole('status').filter({ hasText: 'CEP não encontrado' }).first().waitFor();
    await page.getByLabel('CEP').fill('88888888');
    await page.getByRole('status').filter({ hasText: 'Erro ao buscar CEP' }).first().waitFor();
    await expectAccessible(page, 'wizard, postal code not found');

    await page.getByLabel('CEP').fill('');
    await page.getByLabel('CEP').pressSequentially('09710001');
    await page
      .getByText('Endereço encontrado: Rua Marechal Deodoro, Centro, São Bernardo do Campo/SP.')
      .waitFor();
    await expect.poll(() => focused(page)).toBe('number');
    for (const [label, value] of [
      ['Rua', person.street],
      ['Bairro', person.neighborhood],
      ['Cidade', person.city],
      ['Estado (UF)', person.state],
    ] as const)
      await expect.poll(() => page.getByLabel(label).inputValue()).toBe(value);
  });

  test('the registration draft survives a reload without the password, and is deleted once the account is open', {
    tags: ['prove'],
  }, async ({ inWizard, person }) => {
    const page = await inWizard();
    await fillPersonal(page, person);
    await expect.poll(() => focused(page)).toContain('Etapa 2 de 5');
    await fillAddress(page, person);
    await fillRest(page, person);
    expect(await stored(page)).toContain(person.email);
    expect(await stored(page)).not.toContain(person.password);

    await page.reload();
    await page.getByText('Etapa 4 de 5').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(person.email);
    await page.getByText('Identifica o seu cadastro no banco. Para entrar, use o CPF.').waitFor();
    expect(await page.getByLabel('Senha', { exact: true }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Voltar' }).click();
    expect(await page.getByLabel('Profissão').inputValue()).toBe(person.occupation);
    await onward(page).click();
    await page.getByLabel('Senha', { exact: true }).fill(person.password);
    await onward(page).click();

    await page.getByRole('button', { name: 'Editar Endereço' }).click();
    await page.getByLabel('Complemento').fill('Apto 31');
    await onward(page).click();
    await page.getByText('Apto 31').waitFor();
    await acceptAndOpen(page);
    await page.waitForURL('**/client/dashboard');
    await page.getByText('Conta criada!').first().waitFor();
    expect(await stored(page)).not.toContain(person.email);
  });

  test('a refusal that only the bank can give leads back to its field', { tags: ['prove'] }, async ({
    page,
    person,
  }) => {
    // On a device with a fast clock a minor appears of age.
    await runAhead(page, 14);
    await page.goto('/login?tab=cadastrar');
    await fillPersonal(page, { ...person, birthDate: `${new Date().getFullYear() - 10}-06-01` });
    await fillAddress(page, person);
    await fillRest(page, person);
    await acceptAndOpen(page);
    await page.getByText('Erro ao criar conta').first().waitFor();
    await page.getByText('Etapa 1 de 5').waitFor();
    await page.locator('input[name=birthDate][aria-invalid=true]').waitFor();
    await expect.poll(() => focused(page)).toBe('birthDate');
    await expectAccessible(page, 'wizard, refused by the bank');
  });

  test('a person who has an account already is led to the login and to a new password', async ({
    complaints,
    customer,
    inWizard,
  }) => {
    // The refused registration.
    complaints.allow(/409/);
    const page = await inWizard(360);
    await fillPersonal(page, customer.person);
    await fillAddress(page, customer.person);
    await fillRest(page, customer.person);
    await acceptAndOpen(page);
    const told = page.getByRole('alert').filter({ hasText: 'Já existe um cadastro com estes dados' });
    await told.getByRole('link', { name: 'Esqueci minha senha' }).waitFor();
    await expectAccessible(page, 'wizard, known already');
    await told.getByRole('link', { name: 'Entrar na minha conta' }).click();
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
  });

  test('the date of birth of a minor gets a message at its field', { tags: ['prove'] }, async ({
    inWizard,
    person,
  }) => {
    const page = await inWizard();
    await fillPersonal(page, { ...person, birthDate: '2019-01-01' });
    await page.getByText('É preciso ter 18 anos ou mais').waitFor();
    await page.getByText('Etapa 1 de 5').waitFor();
    await expect.poll(() => focused(page)).toBe('birthDate');
  });

  test('a company opens its account by its CNPJ, letters included', { tags: ['prove'] }, async ({
    inWizard,
    person,
  }) => {
    const page = await inWizard();
    await page.getByLabel('Pessoa jurídica').check();
    await page.getByLabel('Razão social').fill('Oficina da Serra Ltda.');
    expect(await page.getByLabel('RG/CNH').count()).toBe(0);
    await page.getByLabel('CNPJ', { exact: true }).pressSequentially('12abc34501de35');
    expect(await page.getByLabel('CNPJ', { exact: true }).inputValue()).toBe('12.ABC.345/01DE-35');
    await page.getByLabel('Data de abertura').fill('2026-01-05');
    await page.getByLabel('Telefone').fill(person.phone);
    await onward(page).click();
    await fillAddress(page, person);
    await page.getByRole('heading', { name: 'Atividade e faturamento' }).waitFor();
    await onward(page).click();
    await page.getByText('Ramo de atividade é obrigatório').waitFor();
    await page.getByText('Faturamento mensal é obrigatório').waitFor();
    await fillRest(page, { ...person, username: 'oficina', email: 'contato@oficina.example' });
    await acceptAndOpen(page);
    await page.waitForURL('**/client/dashboard');
  });

  test('a wrong password is reported at the form, and too many with the time to wait', async ({
    customer: { person },
    page,
  }) => {
    await page.goto('/login?next=%2Fclient%2Ftransfers');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByText('CPF ou CNPJ é obrigatório').waitFor();
    await page.getByText('Senha é obrigatória').waitFor();
    await page.getByRole('link', { name: 'Esqueci minha senha' }).waitFor();

    await page.getByLabel('CPF ou CNPJ').fill(person.cpf);
    const told = page.locator('form').getByText(/Credenciais inválidas|Tempo de espera/);
    // The first five attempts are free; each later wait doubles. A slow machine may miss a short wait.
    let tries = 0;
    do {
      await page.getByLabel('Senha', { exact: true }).fill(`errada-${tries}`);
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await told.waitFor();
      if (tries === 0) await page.getByText('Erro no login').first().waitFor();
      tries += 1;
    } while (tries < 16 && !(await told.innerText()).includes('Tempo de espera'));
    expect(tries).toBeGreaterThan(5);
    expect(await told.innerText()).toMatch(/Tempo de espera: \d+ (segundos?|minutos)/);
    await expectAccessible(page, 'login refused');
  });

  test('a sign-in leads to the requested screen', { tags: ['prove'] }, async ({ bank, page, person }) => {
    const { cpf: _none, ...company } = person;
    const opened = await newScript(bank.origin).call('POST', '/api/auth/register', {
      ...company,
      cnpj: '60.ABC.345/01DE-88',
      birthDate: '2026-01-05',
      acceptedTerms: true,
    });
    expect(opened.status, JSON.stringify(opened.body)).toBe(201);
    await page.goto('/login?next=%2Fclient%2Ftransfers');
    await page.getByLabel('CPF ou CNPJ').fill('60.ABC.345/01DE-88');
    await page.getByLabel('Senha', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.waitForURL('**/client/transfers');
    await page.getByText('Login realizado').first().waitFor();
  });

  test('the registration form works by the keyboard alone', { tags: ['prove'] }, async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('tab', { name: 'Login' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL('**/login?tab=cadastrar');
    await page.getByText('Etapa 1 de 5').waitFor();
    await page.getByLabel('Pessoa física').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByLabel('Razão social').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Campos obrigatórios').first().waitFor();
    await expect.poll(() => focused(page)).toBe('fullName');
  });
});
