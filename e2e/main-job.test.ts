import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdmin } from './admin.ts';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser, openPage } from './browser.ts';
import { engines } from './engines.ts';
import { expectAccessible, openAccount } from './journey.ts';
import { ADMIN, caio, joana } from './people.ts';
import { startPostalService } from './postal-service.ts';
import { newScript } from './script.ts';

/** The main job in a real browser: two people open accounts, one is funded and sends money, both statements agree. */
describe.each(engines())('the bank opens, on $name', ({ open }: ReturnType<typeof engines>[number]) => {
  let bank: RunningBank;
  let browser: Browser;
  let closeEngine: () => Promise<void>;
  let postal: Awaited<ReturnType<typeof startPostalService>>;

  beforeAll(async () => {
    const engine = await open();
    closeEngine = engine.close;
    postal = await startPostalService();
    bank = await startBank({ ...engine.env, VIACEP_URL: postal.url });
    createAdmin(engine.env, bank.dataDir);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await bank?.stop();
    await closeEngine?.();
    postal?.stop();
  });

  /** Money first comes in by an administrator's adjustment, over REST. */
  const fund = async (accountNumber: string, amount: string) => {
    const admin = newScript(bank.origin);
    await admin.call('POST', '/api/auth/login', { document: ADMIN.cpf, password: ADMIN.password });
    const { body } = await admin.call('GET', '/api/accounts');
    const accounts = body.accounts as { id: string; accountNumber: string }[];
    const account = accounts.find((one) => one.accountNumber === accountNumber);
    const funded = await admin.call('POST', `/api/admin/accounts/${account?.id}/adjust`, {
      amount,
      reason: 'Depósito inicial',
    });
    expect(funded.status, JSON.stringify(funded.body)).toBe(201);
  };

  test('from sign-up to two statements that agree', async () => {
    const sender = await openPage(browser, bank.origin, { width: 360, theme: 'dark' });
    const receiver = await openPage(browser, bank.origin);
    await openAccount(sender.page, joana, (where) => expectAccessible(sender.page, `${where}, 360 px, dark`));
    await expectAccessible(sender.page, 'empty dashboard');
    await openAccount(receiver.page, caio, (where) =>
      expectAccessible(receiver.page, `${where}, 1280 px, light`),
    );

    const numberOn = async (page: typeof sender.page) =>
      (await page
        .getByText(/^\d{4}-\d{4}$/)
        .first()
        .textContent()) ?? '';
    const from = await numberOn(sender.page);
    const to = await numberOn(receiver.page);
    await fund(from, '1000.00');
    await sender.page.getByRole('button', { name: 'Atualizar' }).click();
    await sender.page
      .getByText(/1\.000,00/)
      .first()
      .waitFor();

    await sender.page.goto('/client/transfers');
    await sender.page.getByLabel('Conta de destino').pressSequentially(to.replace('-', ''));
    await sender.page.getByText('Caio Rezende').first().waitFor();
    await sender.page.getByLabel('Valor', { exact: true }).pressSequentially('25037');
    await sender.page.getByLabel('Descrição').fill('Projeto da varanda');
    await expectAccessible(sender.page, 'transfer, filled in');
    await sender.page.getByRole('button', { name: 'Continuar' }).click();

    await sender.page.getByText('***.999.277-**').first().waitFor();
    await expectAccessible(sender.page, 'transfer, to be checked');
    await sender.page.getByRole('button', { name: /^Enviar R\$\s250,37 para Caio Rezende$/ }).click();
    await sender.page.getByRole('heading', { name: 'Comprovante de transferência' }).waitFor();
    await sender.page.getByText('Transferência enviada!').first().waitFor();
    await expectAccessible(sender.page, 'receipt');
    await sender.page.getByRole('link', { name: 'Voltar ao início' }).click();
    await sender.page
      .getByText(/749,63/)
      .first()
      .waitFor();

    await receiver.page.getByRole('button', { name: 'Atualizar' }).click();
    await receiver.page
      .getByText(/250,37/)
      .first()
      .waitFor();
    await receiver.page.getByText('Projeto da varanda').first().waitFor();
    await expectAccessible(receiver.page, 'full dashboard');

    const entryOf = async (page: typeof sender.page) => {
      const answer = await page.request.get('/api/ledger?limit=1');
      return (await answer.json()).entries[0];
    };
    const debit = await entryOf(sender.page);
    const credit = await entryOf(receiver.page);
    expect(debit).toMatchObject({ amount: '250.37', isDebit: true, balanceAfter: '749.63' });
    expect(credit).toMatchObject({ amount: '250.37', isDebit: false, balanceAfter: '250.37' });
    expect(debit.transactionId).toBe(credit.transactionId);
    expect([...sender.complaints, ...receiver.complaints]).toEqual([]);
  });
});
