/** @module-tag prove */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ageProofs, moveKnownMomentBack } from './age-proofs.ts';
import { test } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { complaintsAbout } from './look.ts';
import { HELENA } from './people.ts';
import { cookiesOf } from './script.ts';

test.override('env', { SEED: 'demo' });

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const backup = (page: Page) => card(page, 'Cópia de segurança');
const runs = (page: Page) => page.getByRole('table', { name: 'Execuções' }).getByRole('row');
const run = (page: Page, text: RegExp) => runs(page).filter({ hasText: text });
const toast = (page: Page, text: string) => page.locator('li[data-tone]').filter({ hasText: text }).waitFor();

async function askForBackup(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Executar agora: Cópia de segurança' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('O banco continua no ar.').waitFor();
  await dialog.getByRole('button', { name: 'Executar agora' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('two administrators see a requested backup run and end', async ({ colleague, office: page, visit }) => {
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Ver tarefas' }).click();
  await page.waitForURL('**/admin/jobs');
  await backup(page).getByText('Nunca executada').waitFor();
  await backup(page).getByText('Todo dia às 03:30').waitFor();
  await card(page, 'Rotina diária')
    .getByText(/^Em dia até \d\d\/\d\d\/\d{4}$/)
    .waitFor();
  await page.getByText('Nenhuma cópia ainda').waitFor();

  const other = await visit(colleague);
  await other.goto('/admin/jobs');
  await backup(other).getByText('Nunca executada').waitFor();

  await page.getByRole('button', { name: 'Executar agora: Cópia de segurança' }).press('Enter');
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page, 'asking once more');
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Executar agora: Cópia de segurança');
  await askForBackup(page);
  await backup(page)
    .getByText(/a pedido de Helena Prado Siqueira$|^Concluída$/)
    .first()
    .waitFor();
  await toast(page, 'Cópia de segurança concluída');
  await backup(page)
    .getByText(/transações e .* conferidos na cópia$/)
    .waitFor();
  const done = run(page, /Cópia de segurança[\s\S]+Helena Prado Siqueira[\s\S]+Concluída[\s\S]+\d (ms|s)/);
  await done.waitFor();
  await page
    .getByRole('table', { name: 'Cópias guardadas' })
    .getByText(/^\d{4}-\d\d-\d\dT/)
    .waitFor();
  await expectAccessible(page, 'a run in the history');

  await run(other, /Cópia de segurança[\s\S]+Helena Prado Siqueira[\s\S]+Concluída/).waitFor();
  expect(await run(other, /Cópia/).innerText()).toBe(await done.innerText());

  await page.getByLabel('Mostrar').selectOption({ label: 'Cópia de segurança' });
  await page.waitForURL(/tarefa=backup/);
  await expect.poll(() => run(page, /Rotina diária/).count()).toBe(0);
  await page.reload();
  await run(page, /Cópia de segurança/).waitFor();
  expect(await run(page, /Rotina diária/).count()).toBe(0);
});

test('a failed backup shows its reason until one succeeds, and a second run is refused while one is under way', async ({
  admin,
  bank,
  visit,
}) => {
  const page = await visit(admin, { width: 360, theme: 'dark' });
  const folder = join(bank.dataDir, 'backups');
  rmSync(folder, { recursive: true, force: true });
  // A folder cannot be created where a file is.
  writeFileSync(folder, '');
  await page.goto('/admin/jobs');
  await askForBackup(page);
  await toast(page, 'Cópia de segurança não foi concluída');
  await backup(page).getByText('A última execução falhou').waitFor();
  await backup(page)
    .getByText(/EEXIST|ENOTDIR/)
    .waitFor();
  await run(page, /Cópia de segurança[\s\S]+Falhou[\s\S]*(EEXIST|ENOTDIR)/).waitFor();
  await expectAccessible(page, 'failed');

  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: /1 rotina que falhou/ }).click();
  await page.waitForURL('**/admin/jobs');

  await page.route('**/trpc/admin.jobs.run*', async (route) => {
    await route.fetch();
    await route.continue();
  });
  rmSync(folder);
  await page.getByRole('button', { name: 'Executar agora: Cópia de segurança' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Executar agora' }).click();
  await page.getByRole('dialog').getByText('Esta tarefa já está em andamento').waitFor();
  await expectAccessible(page, 'refused');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  await backup(page)
    .getByText(/conferidos na cópia$/)
    .waitFor();
  await expect.poll(() => backup(page).getByText('A última execução falhou').count()).toBe(0);
});

test('a clock days ahead is shown, and confirmed with the password, after which the daily run is done', async ({
  bank,
  login,
  office,
  visit,
}) => {
  // A session of its own: reauthentication changes the session's token.
  const page = await visit(await login(HELENA), { width: 360, theme: 'dark' });
  moveKnownMomentBack(bank.dataDir, 10);
  await office.goto('/admin/dashboard');
  await office.getByRole('link', { name: /1 dúvida sobre o relógio da máquina/ }).click();
  await office.waitForURL('**/admin/jobs');
  const notice = (of: Page) => of.getByRole('region', { name: 'Relógio da máquina' });
  await notice(office).getByText('A rotina diária está parada').waitFor();
  await expectAccessible(office, 'a clock in doubt');

  await page.goto('/admin/jobs');
  await page.getByRole('button', { name: 'Executar agora: Rotina diária' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Executar agora' }).click();
  await card(page, 'Rotina diária')
    .getByText(/^A tarefa diária não rodou: o relógio da máquina diz/)
    .waitFor();
  await notice(page).getByRole('button', { name: 'Confirmar o relógio' }).click();
  await expectAccessible(page, 'asking once more');
  ageProofs(bank.dataDir);
  await page.getByRole('button', { name: 'Sim, o relógio está certo' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
  await proof.getByLabel('Sua senha').fill(HELENA.password);
  await page.keyboard.press('Enter');
  await toast(page, 'Relógio confirmado');
  await notice(page).waitFor({ state: 'detached' });
  await card(page, 'Rotina diária')
    .getByText(/^Em dia até/)
    .waitFor();
  await notice(office).waitFor({ state: 'detached' });
});

test('the jobs screen reports what it cannot load and can ask again', async ({
  complaints,
  office: page,
}) => {
  complaints.allow(/ERR_FAILED/);
  await page.route('**/trpc/**admin.**', (route) => route.abort());
  await page.goto('/admin/jobs');
  await page.getByText('Não foi possível carregar as tarefas').waitFor();
  await page.getByText('Não foi possível carregar as execuções').waitFor();
  await expectAccessible(page, 'not fetched');
  for (const part of ['Pagamentos sem desfecho', 'E-mails não enviados', 'Histórico'])
    await card(page, part).getByRole('button', { name: 'Tentar de novo' }).waitFor();
  await page.unroute('**/trpc/**admin.**');
  await card(page, 'Histórico').getByRole('button', { name: 'Tentar de novo' }).click();
  await backup(page).waitFor();
  await run(page, /Rotina diária/)
    .first()
    .waitFor();
});

test('the jobs screen passes axe in both widths and themes, and the palette finds it', {
  tags: ['release'],
}, async ({ admin, bank, browser, office: page }) => {
  await page.goto('/admin/dashboard');
  await page.getByRole('button', { name: 'Buscar', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Ir para' }).getByRole('combobox').fill('backup');
  await page.getByRole('option', { name: /Tarefas/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/jobs');
  const screens = [{ path: '/admin/jobs', shows: 'Cópias guardadas' }];
  expect(await complaintsAbout(browser, bank.origin, screens, cookiesOf(admin, bank.origin))).toEqual([]);
});
