/** @module-tag prove */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { complaintsAbout } from './look.ts';
import { ANA, COMPANY } from './people.ts';
import { cookieLineOf } from './script.ts';

test.override('env', { SEED: 'demo' });

async function sendAndDownload(page: Page, accountNumber: string, ownNumber: string) {
  await page.goto('/client/transfers');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.locator('input[name=accountNumber][aria-invalid=true]').waitFor();
  // After a blocked attempt the form checks itself with each key.
  await page.getByLabel('Conta de destino').pressSequentially(ownNumber.replace('-', ''), { delay: 20 });
  await page.getByText('Não é possível transferir para a própria conta').waitFor();
  await page.getByLabel('Conta de destino').fill('');
  await page.getByLabel('Conta de destino').pressSequentially(accountNumber.replace('-', ''));
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

describe('a receipt', () => {
  test('a receipt is downloaded and verified by anybody, and an altered copy is detected', async ({
    bank,
    browser,
    login,
    visit,
  }) => {
    const [company] = (await (await login(COMPANY)).call('GET', '/api/accounts')).body.accounts;
    const ana = await login(ANA);
    const [mine] = (await ana.call('GET', '/api/accounts')).body.accounts;
    const own = await visit(ana);
    const { pdf, path } = await sendAndDownload(own, company?.accountNumber ?? '', mine?.accountNumber ?? '');
    await expectAccessible(own, 'receipt');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

    const page = await visit(null, { width: 360 });
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.goto(path);
    await page.getByRole('heading', { name: 'Documento genuíno' }).waitFor();
    await page.getByText(createHash('sha256').update(pdf).digest('hex')).waitFor();
    await page.getByText(/R\$\s12,34/).waitFor();
    expect(await page.getByText('***').count()).toBeGreaterThan(0);
    expect(await page.getByRole('link', { name: 'Voltar ao portal' }).count()).toBe(0);
    await own.goto(path);
    await own.getByRole('link', { name: 'Voltar ao portal' }).click();
    await own.waitForURL('**/client/dashboard');

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

    await page.goto('/verificar');
    await drop(altered);
    await page.getByText('Este arquivo NÃO é o original').waitFor();
    await expectAccessible(page, 'a file without a code in the URL');
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

    const screens = [{ path, shows: 'Documento genuíno' }];
    expect(await complaintsAbout(browser, bank.origin, screens)).toEqual([]);
  });

  test('a receipt dropped onto the page is verified', async ({ bank, login, page }) => {
    const ana = await login(ANA);
    const { entries } = (await ana.call('GET', '/api/ledger?type=transfer&limit=1')).body;
    const headers = { cookie: cookieLineOf(ana) };
    const answer = await fetch(`${bank.origin}/api/transfers/${entries[0]?.transactionId}/receipt`, {
      headers,
    });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="comprovante-/);
    const code = /comprovante-([\w-]+)\.pdf/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    const bytes = [...new Uint8Array(await answer.arrayBuffer())];

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
