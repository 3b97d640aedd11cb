/** @module-tag prove */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../src-server/domain/date.ts';
import { formatBrl } from '../src-server/domain/money.ts';
import { amountsOn } from '../src-server/domain/pix/dated-charge.ts';
import { PEOPLE } from '../src-server/seed/people.ts';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser, openPage } from './browser.ts';
import { everyLook } from './every-look.ts';
import { signIn } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { embeddedProvider } from './payment-account.ts';

const PASSWORD = 'vale-demo-2026';

describe('a code of a shop', () => {
  let bank: RunningBank;
  let browser: Browser;
  let provider: ReturnType<typeof embeddedProvider>;

  beforeAll(async () => {
    bank = await startBank({ SEED: 'demo' });
    browser = await openBrowser();
    provider = embeddedProvider(bank);
  });
  afterAll(async () => {
    await browser?.close();
    await bank?.stop();
  });

  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { name }).waitFor({ timeout: 60_000 });
  const shows = (page: Page, text: string) => page.getByText(text).first().waitFor();

  test('a dated code is pasted on a phone, shown with fine and interest, and paid by keyboard with a receipt; a cancelled one is refused', async () => {
    const { page, complaints } = await openPage(browser, bank.origin, { width: 360 });
    await signIn(page, PEOPLE.ana.cpf ?? '', PASSWORD);
    const today = String((await (await page.request.get('/api/auth/me')).json()).today);
    const dated = {
      original: '20.00',
      dueOn: addDays(today, -10),
      fine: { mode: 2, value: '2.00' },
      interest: { mode: 3, value: '1.00' },
    } as const;
    const { totalCents } = amountsOn({ ...dated, originalCents: 2_000, validDays: 30 }, today);
    const cancelled = await provider.charge({ value: '9.00' });
    await provider.cancelCharge(cancelled.id);
    const { payload } = await provider.charge({ dated, description: 'Mensalidade de novembro' });

    await page.goto('/client/pix?aba=transferir');
    const target = page.getByLabel('PIX copia e cola ou chave');
    await target.fill(cancelled.payload);
    await shows(page, 'Esta cobrança foi cancelada por quem a emitiu.');
    await everyLook(page, 'a code that was cancelled');
    await target.fill(payload);
    for (const text of [
      'Padaria do Vale Ltda',
      '31.415.926/0001-71',
      'ITAÚ UNIBANCO S.A.',
      'Mensalidade de novembro',
      'Multa',
      'Juros',
    ])
      await shows(page, text);
    await everyLook(page, 'a code that was read');
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);

    await tabTo(page, 'button', 'Continuar');
    await page.keyboard.press('Enter');
    await heading(page, 'Confira antes de enviar');
    await everyLook(page, 'a code to be checked');
    await tabTo(
      page,
      'button',
      new RegExp(`^Enviar ${formatBrl(totalCents).replace('$', '\\$').replace(/\s/, '\\s')} para Padaria`),
    );
    await page.keyboard.press('Enter');
    await heading(page, 'Comprovante do PIX');
    await shows(page, 'Padaria do Vale Ltda');
    await everyLook(page, 'the receipt of a code');
    expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);

    await page.goto('/client/pix?aba=transferir');
    await target.fill(payload);
    await shows(page, 'Esta cobrança já foi paga.');
    await page.context().close();
  });
});
