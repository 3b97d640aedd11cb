import { expect, test } from 'vitest';
import { bankMidnight } from './bank-day.ts';

test("the bank's day begins at midnight in São Paulo, whatever the server's time zone", () => {
  expect(bankMidnight('2026-11-21').toISOString()).toBe('2026-11-21T03:00:00.000Z');
  expect(bankMidnight('2026-12-31', { plusDays: 1 }).toISOString()).toBe('2027-01-01T03:00:00.000Z');
  expect(bankMidnight('2028-02-28', { plusDays: 1 }).toISOString()).toBe('2028-02-29T03:00:00.000Z');
  expect(bankMidnight('2026-12-01', { plusMonths: 1 }).toISOString()).toBe('2027-01-01T03:00:00.000Z');
});

test("the bank's day follows summer time until 2019", () => {
  expect(bankMidnight('2019-01-10').toISOString()).toBe('2019-01-10T02:00:00.000Z');
});
