/** @module-tag prove */
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { test } from './bank-test.ts';
import { delayAnswers, expectAccessible } from './journey.ts';
import { complaintsAbout } from './look.ts';
import { pageMs, passUntil } from './page-clock.ts';
import { awaitReview, chooserOf, openPaymentAccount, PICTURE, sendPicture } from './payment-account.ts';
import { cookiesOf } from './script.ts';

test.override('switches', { settleMs: 1500, approvalMs: 4000, documentsAfterMs: 1000 });
test.override('env', ({ provider }) => ({ ASAAS_URL: provider.url, ASAAS_API_KEY: provider.apiKey }));

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const amountBox = (page: Page) => page.getByRole('textbox', { name: 'Valor' });

describe('the account for PIX', () => {
  test('before the external account is approved no PIX screen opens, and all other screens do', async ({
    bank,
    browser,
    customer: { script },
    visit,
  }) => {
    expect(
      await complaintsAbout(
        browser,
        bank.origin,
        [
          { path: '/client/dashboard', shows: 'Ative sua conta ValeBank' },
          { path: '/client/pix', shows: 'Conta não aprovada' },
          { path: '/client/asaas-account', shows: 'Conta ainda não ativada' },
        ],
        cookiesOf(script, bank.origin),
      ),
    ).toEqual([]);
    const page = await visit(script);
    await page.goto('/client/dashboard');
    await heading(page, 'Ative sua conta ValeBank').waitFor();
    // Controls that the activation covers cannot be reached by keyboard.
    await page.getByRole('button', { name: 'Atualizar' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ativar conta');
    await page.getByRole('link', { name: 'Transferências', exact: true }).first().click();
    await heading(page, 'Para quem e quanto').waitFor();
  });

  test('a failed activation is tried again; the approved account makes a key and a code to be paid', async ({
    complaints,
    customer,
    provider,
    visit,
  }) => {
    // Chromium logs every 5xx as an error; this one is provoked.
    complaints.allow(/status of 50\d/);
    await provider.goDown();
    const page = await visit(customer.script, { width: 360, theme: 'dark' });
    await page.clock.install();
    await page.goto('/client/dashboard');
    await press(page, 'Ativar conta');
    await page.getByRole('alert').getByText('Erro ao ativar conta').waitFor();
    await expectAccessible(page, 'activation that failed');
    await provider.comeBack();
    const letGo = await delayAnswers(page, 'pix.createSubaccount');
    await press(page, 'Ativar conta');
    await page.getByRole('progressbar', { name: 'Ativando…' }).waitFor();
    await expectAccessible(page, 'activating');
    const askedAtMs = await pageMs(page);
    letGo();
    await page.getByText(/^Conta aberta\. Preparando o pedido de documentos/).waitFor();
    await passUntil(page, page.getByText('Conta ValeBank Ativada!'));
    expect((await pageMs(page)) - askedAtMs).toBeGreaterThanOrEqual(15_000);
    await page.waitForURL('**/client/asaas-account');
    await page.getByText('Falta enviar seus documentos').waitFor();
    await expectAccessible(page, 'documents wanted');

    const chooser = await chooserOf(page, 'Selfie');
    await chooser.setFiles({ name: 'selfie.gif', mimeType: 'image/gif', buffer: PICTURE });
    await page.getByRole('alert').getByText('Arquivo inválido').waitFor();
    await chooser.setFiles({ name: 'antes.png', mimeType: 'image/png', buffer: PICTURE });
    const again = page.waitForEvent('filechooser');
    await press(page, 'Trocar arquivo de Selfie');
    await (await again).setFiles({ name: 'outra.png', mimeType: 'image/png', buffer: PICTURE });
    await page.getByText('outra.png').waitFor();
    await press(page, 'Enviar Selfie');
    for (const title of ['Documento de identificação', 'Comprovante de endereço'])
      await sendPicture(page, title);
    await heading(page, 'Seus documentos estão em análise').waitFor();
    await expectAccessible(page, 'documents looked at');
    await heading(page, 'Conta aprovada').waitFor({ timeout: 30_000 });
    await expectAccessible(page, 'account approved');

    await page.getByRole('link', { name: 'Ir para o PIX' }).click();
    await page.getByText('Nenhuma chave ainda').waitFor();
    await page.getByRole('tab', { name: 'Receber' }).click();
    await amountBox(page).pressSequentially('4200');
    await page.getByLabel('Descrição').fill('Racha do jantar');
    await press(page, 'Gerar QR Code');
    await page.getByRole('alert').getByText('Você precisa ter uma chave PIX ativa.').waitFor();
    await expectAccessible(page, 'no key yet');
    await press(page, 'Criar uma chave');
    await press(page, 'Nova chave');
    await expectAccessible(page, 'new key');
    await press(page, 'Criar chave');
    await page.getByText('Chave PIX criada!').first().waitFor();
    await page.getByText('Ativa', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Receber' }).click();
    await press(page, 'Gerar QR Code');
    await page.getByRole('img', { name: /^QR Code PIX de R\$\s42,00$/ }).waitFor();
    await expectAccessible(page, 'code to be paid');
    expect(await page.locator('code[data-payload]').textContent()).toMatch(/^000201/);
  });

  test("a rejected account says why, and a document may be asked for at the provider's own page", async ({
    bank,
    customer: { script },
    provider,
    visit,
  }) => {
    onTestFinished(
      () => void Object.assign(provider.simulator.switches, { rejectDocuments: null, onboardingUrl: null }),
    );
    provider.simulator.switches.rejectDocuments = 'A foto está ilegível.';
    await openPaymentAccount(script, bank.origin);
    await awaitReview(script, 'rejected');
    provider.simulator.switches.rejectDocuments = null;
    const page = await visit(script);
    await page.goto('/client/dashboard');
    const card = page.getByRole('region', { name: 'Saldo conta externa' });
    await card.getByText('Pendente', { exact: true }).waitFor();
    await card.getByRole('link', { name: 'Concluir ativação' }).click();
    await heading(page, 'Sua conta não foi aprovada').waitFor();
    expect(new URL(page.url()).pathname).toBe('/client/asaas-account');
    await page.getByText('A foto está ilegível.').first().waitFor();
    await expectAccessible(page, 'documents rejected');
    provider.simulator.switches.onboardingUrl = 'https://provider.example/onboarding';
    await press(page, 'Atualizar');
    await page
      .getByRole('link', { name: /no Asaas, em nova aba/ })
      .first()
      .waitFor();
    provider.simulator.switches.onboardingUrl = null;
    await press(page, 'Atualizar');
    for (const title of ['Documento de identificação', 'Selfie', 'Comprovante de endereço'])
      await sendPicture(page, title);
    await heading(page, 'Conta aprovada').waitFor({ timeout: 30_000 });
  });
});
