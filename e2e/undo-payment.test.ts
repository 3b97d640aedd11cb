/** @module-tag prove */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Authenticator } from './authenticator.ts';
import { keepFromMidnight } from './bank-noon.ts';
import { test as base, type SignedIn } from './bank-test.ts';
import { confirmEmails } from './confirm-emails.ts';
import { ageApps, turnOnApp } from './confirming-app.ts';
import { everyLook } from './every-look.ts';
import { expectAccessible } from './journey.ts';
import { lastMessageTo } from './mailbox.ts';
import { newScript } from './script.ts';

base.override('env', { MONEY_RULES: 'standard' });

/** `payer`: R$ 1.000,00, at the device that opened the account, with an app that confirms. */
const test = base
  .extend('payer', async ({ bank, customer, fund }) => {
    await keepFromMidnight(bank.origin);
    await fund(customer, '1000.00');
    confirmEmails(bank.dataDir);
    const app = await turnOnApp(customer);
    ageApps(bank.dataDir);
    return { ...customer, app };
  })
  .extend('receiver', ({ register }) => register());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const strip = (page: Page) => page.getByRole('region', { name: 'Reservado' });
const balanceOf = async ({ script }: Pick<SignedIn, 'script'>): Promise<string | undefined> =>
  (await script.call('GET', '/api/accounts')).body.accounts[0]?.balance;

/** What the page leaves in its tab's history and storage. */
const rememberedBy = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([location.href, history.state, sessionStorage, localStorage]));

async function payFirst(page: Page, payer: { app: Authenticator }, receiver: SignedIn): Promise<void> {
  const [account] = (await receiver.script.call('GET', '/api/accounts')).body.accounts;
  await page.goto('/client/transfers');
  await page.getByRole('textbox', { name: 'Conta de destino' }).fill(account?.accountNumber ?? '');
  await page.getByRole('textbox', { name: 'Valor' }).fill('60000');
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Sofá');
  await page.keyboard.press('Enter');
  await button(page, /^Enviar R\$/).press('Enter');
  const asking = page.getByRole('dialog', { name: 'Confirme o pagamento' });
  await asking.getByLabel('Código do aplicativo').fill(await payer.app.nextCode());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Transferência reservada' }).waitFor();
}

test('a first payment of R$ 600,00 is reserved, undone on screen, and undone by the link of its letter', async ({
  bank,
  payer,
  receiver,
  visit,
}) => {
  const page = await visit(payer.script, { width: 360, theme: 'dark' });
  await payFirst(page, payer, receiver);
  await strip(page).getByText(receiver.person.fullName).waitFor();
  await expectAccessible(page, 'a reserved payment');
  await page.goto('/client/dashboard');
  await strip(page).getByText('R$ 600,00 reservados').waitFor();
  await strip(page)
    .getByText(/Reservado até \d\d:\d\d · faltam \d+ min/)
    .waitFor();
  await expectAccessible(page, 'a dashboard with a reserved payment');
  expect(await balanceOf(payer)).toBe('400.00');
  await button(page, `Desfazer o pagamento para ${receiver.person.fullName}`).press('Enter');
  await strip(page).waitFor({ state: 'detached' });
  expect(await balanceOf(payer)).toBe('1000.00');

  await payFirst(page, payer, receiver);
  const letter = await lastMessageTo(bank.origin, payer.person.email, 'Pagamento reservado');
  const link = /^\S+\/desfazer\?token=\S+$/m.exec(letter.text)?.[0] ?? '';
  await page.goto(link);
  await expectAccessible(page, 'the link that undoes a payment');
  await expect.poll(() => rememberedBy(page)).not.toContain(new URL(link).searchParams.get('token'));
  await page.reload();
  await page.getByRole('heading', { name: 'Abra o link de novo' }).waitFor();
  await everyLook(page, 'a letter’s link, reloaded');
  await page.goto(link);
  await button(page, 'Desfazer agora').press('Enter');
  await page.getByRole('heading', { name: 'Pagamento desfeito' }).waitFor();
  expect([await balanceOf(payer), await balanceOf(receiver)]).toEqual(['1000.00', '0.00']);
});

test('a first payment of R$ 600,00 is made when its time is over, and the next one at once', async ({
  bank,
  payer,
  receiver,
  visit,
}) => {
  const page = await visit(payer.script);
  await payFirst(page, payer, receiver);
  await page.goto('/client/statement');
  await page.getByText(/^Reservado até \d\d:\d\d: Sofá$/).waitFor();
  expect(await balanceOf(receiver)).toBe('0.00');
  await newScript(bank.origin).call('POST', '/dev/clock', { advanceMinutes: 10 });
  await expect.poll(() => balanceOf(receiver), { timeout: 15_000 }).toBe('600.00');
  expect(await balanceOf(payer)).toBe('400.00');
  await page.reload();
  await page.getByText('Encerrada').waitFor();
  expect(await strip(page).count()).toBe(0);
});
