import { describe, expect } from 'vitest';
import { signedCredit } from '#server/credit/testing/loan';
import { test } from '#server/testing/bank-test';
import { callerOf } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import { turnsDuring } from '#server/testing/turns-during';

const textOf = (file: { bytes: unknown }): string =>
  // Unfold lines (RFC 5545, 3.1).
  new TextDecoder().decode(file.bytes as Uint8Array).replaceAll(/\r\n[ \t]/g, '');

const all = (text: string, field: string): string[] =>
  [...text.matchAll(new RegExp(`^${field}[^:\r\n]*:(.*)\r$`, 'gm'))].map(([, value]) => value ?? '');

describe('the calendar', () => {
  test('the calendar has every unpaid instalment and every maturity, each once, with a reminder', async ({
    setup: scene,
  }) => {
    const { bank, ana, bruno, admin } = scene;
    await signedCredit(scene);
    const { schedules } = await ana.call.credit.schedules({});
    const first = schedules.find(({ installmentNumber }) => installmentNumber === 1);
    await ana.call.credit.payInstallment({ id: first?.id ?? '' });
    const product = await admin.call.investment.products.create({
      name: 'CDB Vale 90',
      description: 'Rende todo dia útil',
      minAmount: '10.00',
      annualRate: '12.00',
      termDays: 90,
      riskLevel: 'low',
    });
    await ana.call.investment.create({ productId: product.id, amount: '50.00' });
    const file = await ana.call.account.calendar();
    expect(file).toMatchObject({
      fileName: `agenda-${bank.clock.today()}.ics`,
      contentType: 'text/calendar; charset=utf-8',
    });
    const text = textOf(file);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    const titles = all(text, 'SUMMARY');
    expect(titles).toHaveLength(11 + 1);
    expect(titles[0]).toMatch(/^Parcela 2 de 12: R\$/);
    expect(titles.at(-1)).toBe('Vencimento: CDB Vale 90');
    const unpaid = schedules.filter(({ id }) => id !== first?.id);
    const days = all(text, 'DTSTART').slice(0, 11);
    expect(days.toSorted()).toEqual(unpaid.map(({ dueDate }) => dueDate.replaceAll('-', '')).toSorted());
    expect(new Set(all(text, 'UID')).size).toBe(12);
    expect(all(text, 'TRIGGER')).toHaveLength(12);
    expect(all(textOf(await bruno.call.account.calendar()), 'SUMMARY')).toEqual([]);
    expect(textOf(await ana.call.account.calendar())).toBe(text);
  });

  test('the calendar has the next 200 maturities of a customer with more', async ({
    setup: { ana, admin },
  }) => {
    const product = await admin.call.investment.products.create({
      name: 'CDB Vale 90',
      description: 'Rende todo dia útil',
      minAmount: '0.10',
      annualRate: '12.00',
      termDays: 90,
      riskLevel: 'low',
    });
    for (let made = 0; made < 205; made += 1)
      await ana.call.investment.create({ productId: product.id, amount: '0.10' });
    let titles: string[] = [];
    const turns = await turnsDuring(
      ana.call.account.calendar().then((file) => {
        titles = all(textOf(file), 'SUMMARY');
      }),
    );
    expect(titles).toHaveLength(200);
    // Others are served between its pieces.
    expect(turns).toBeGreaterThanOrEqual(40);
  });

  test('the calendar is given to its customer alone', async ({ bank, admin }) => {
    expect(await codeOf(callerOf(bank, null).account.calendar())).toBe('UNAUTHENTICATED');
    expect(await codeOf(admin.call.account.calendar())).toBe('FORBIDDEN');
  });
});
