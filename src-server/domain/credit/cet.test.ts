import { describe, expect, test } from 'vitest';
import { cet } from './cet.ts';

const inYears = (amountCents: number, years = 1) => ({ amountCents, years });

describe('the effective total cost', () => {
  test.each([
    ['what is paid back as it was received costs nothing', 1_000, [inYears(1_000)], '0.00', '0.00'],
    ['a tenth more after a year is 10 % a year', 1_000, [inYears(1_100)], '10.00', '0.80'],
    ['three times as much after a year is 200 %', 1_000, [inYears(3_000)], '200.00', '9.59'],
    ['nine times as much after a year is 800 %', 1_000, [inYears(9_000)], '800.00', '20.09'],
    ['two payments count each from its day', 2_000, [inYears(1_100, 1), inYears(1_210, 2)], '10.00', '0.80'],
    ['a cent is money too', 1, [inYears(1)], '0.00', '0.00'],
  ])('%s', (_, received, payments, annualPercent, monthlyPercent) => {
    expect(cet(received, payments)).toEqual({ annualPercent, monthlyPercent });
  });

  test.each([
    ['nothing was received', 0, [inYears(1_000)]],
    ['less than nothing was received', -1, [inYears(1_000)]],
    ['a cent less is paid than was received', 1_000, [inYears(999)]],
  ])('there is no CET when %s', (_, received, payments) => {
    expect(() => cet(received, payments)).toThrow('do not cover the');
  });
});
