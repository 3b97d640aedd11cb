import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser, openPage } from './browser.ts';
import { expectAccessible, signIn } from './journey.ts';
import { complaintsAbout } from './look.ts';
import { ANA } from './people.ts';
import { newScript } from './script.ts';

/** A receipt in the hands of a stranger: downloaded after a transfer, verified signed out, whole and altered. */
describe('a receipt', () => {
  let bank: RunningBank;
  let browser: Browser;
  let company: string;

  beforeAll(async () => {
    bank = await startBank({ SEED: 'demo' });
    browser = await openBrowser();
    const script = newScript(bank.origin);
    await script.call('POST', '/api/auth/login', { ...ANA, document: '12.ABC.345/01DE-35' });
    const { body } = await script.call('GET', '/api/accounts');
    company = (body.accounts as { accountNumber: string }[])[0]?.accountNumber ?? '';
  });
  afterAll(async () => {
    await browser?.close();
    await bank?.stop();
  });

  async function sendAndDownload(page: Page) {
    await signIn(page, ANA.document, ANA.password);
    await page.goto('/client/transfers');
    await page.getByLabel('Conta de destino').pressSequentially(company.replace('-', ''));
    await page.getByLabel('Valor', { exact: true }).pressSequentially('1234');
    await page.getByLabel('Descrição').fill('Pão e café');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: /^Enviar R\$\s12,34/ }).click();
    await page.getByRole('heading', { name: 'Comprovante de transferência' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar PDF' }).click();
    const file = await download;
    const href = await page.getByRole('link', { name: 'Página de verificação' }).getAttribute('href');
    expect(file.suggestedFilename()).toMatch(/^comprovante-[2-9a-hjkmnp-z-]{24}\.pdf$/);
    return { pdf: readFileSync(await file.path()), path: href ?? '' };
  }

  test('is downloaded, verified by anybody, and tells an altered copy', async () => {
    const customer = await openPage(browser, bank.origin);
    const { pdf, path } = await sendAndDownload(customer.page);
    await expectAccessible(customer.page, 'receipt');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

    const stranger = await openPage(browser, bank.origin, { width: 360 });
    const { page } = stranger;
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.goto(path);
    await page.getByRole('heading', { name: 'Documento genuíno' }).waitFor();
    await page.getByText(createHash('sha256').update(pdf).digest('hex')).waitFor();
    await page.getByText(/R\$\s12,34/).waitFor();
    expect(await page.getByText('***').count()).toBeGreaterThan(0);

    const drop = (bytes: Buffer) =>
      page
        .getByLabel('Arquivo a comparar')
        .setInputFiles({ name: 'recebido.pdf', mimeType: 'application/pdf', buffer: bytes });
    await drop(pdf);
    await page.getByText('Este arquivo é o original').waitFor();
    await expectAccessible(page, 'the original');
    const altered = Buffer.from(pdf);
    altered[pdf.length >> 1] = (altered[pdf.length >> 1] ?? 0) ^ 1;
    await drop(altered);
    await page.getByText('Este arquivo NÃO é o original').waitFor();
    await expectAccessible(page, 'an altered copy');
    expect(sent).toEqual([]);

    // The page finds out by itself which document the file wants to be, whatever it is called.
    await page.goto('/verificar');
    await drop(altered);
    await page.getByText('Este arquivo NÃO é o original').waitFor();
    await expectAccessible(page, 'a file without a code in the address');
    await page.goto('/verificar');
    await drop(pdf);
    await page.getByText('Este arquivo é o original').waitFor();
    await page.goto('/verificar');
    await drop(Buffer.from('%PDF-1.7 de outro lugar'));
    await page.getByText('Este arquivo não traz um código do ValeBank').waitFor();
    await expectAccessible(page, 'a file from elsewhere');
    expect(sent).toEqual([]);

    await page.getByLabel('Código do documento').fill('2222-2222-2222-2222-2222');
    await page.getByRole('button', { name: 'Verificar' }).click();
    await page.getByRole('heading', { name: 'Este documento não é genuíno' }).waitFor();
    expect([...customer.complaints, ...stranger.complaints]).toEqual([]);

    const screens = [{ path, shows: 'Documento genuíno' }];
    expect(await complaintsAbout(browser, bank.origin, screens)).toEqual([]);
  });

  test('is dropped on the page as people drop files', async () => {
    const script = newScript(bank.origin);
    await script.call('POST', '/api/auth/login', ANA);
    const { body } = await script.call('GET', '/api/ledger?type=transfer&limit=1');
    const id = (body.entries as { transactionId: string }[])[0]?.transactionId;
    const cookie = [...script.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${bank.origin}/api/transfers/${id}/receipt`, { headers: { cookie } });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="comprovante-/);
    const code = /comprovante-([\w-]+)\.pdf/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    const bytes = [...new Uint8Array(await answer.arrayBuffer())];

    const { page } = await openPage(browser, bank.origin);
    await page.goto(`/verificar/${code}`);
    const zone = page.getByRole('region', { name: 'Compare o seu arquivo' });
    await zone.waitFor();
    const transfer = await page.evaluateHandle((content) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(content)], 'x.pdf', { type: 'application/pdf' }));
      return data;
    }, bytes);
    await zone.dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByText('Este arquivo é o original').waitFor();
  });
});
