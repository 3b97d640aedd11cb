import { expect, test } from 'vitest';
import { creditIof } from './iof.ts';

const row = (principalCents: number, daysFromPayout: number) => ({
  number: 1,
  dueOn: '2026-12-22',
  paymentCents: principalCents,
  interestCents: 0,
  principalCents,
  balanceCents: 0,
  daysFromPayout,
});

test('the IOF of a credit is 0.0082 % a day and 0.38 % once', () => {
  expect(creditIof([row(1_000_000, 30)])).toEqual({
    dailyCents: 2_460,
    additionalCents: 3_800,
    totalCents: 6_260,
  });
});

test('the daily IOF grows for 365 days and no longer', () => {
  expect(creditIof([row(1_000_000, 364)]).dailyCents).toBe(29_848);
  expect(creditIof([row(1_000_000, 365)]).dailyCents).toBe(29_930);
  expect(creditIof([row(1_000_000, 366)]).dailyCents).toBe(29_930);
});

test('each part of the IOF is rounded half up, once', () => {
  expect(creditIof([row(249_999, 1)]).dailyCents).toBe(20);
  expect(creditIof([row(250_000, 1)]).dailyCents).toBe(21);
  expect(creditIof([row(125_000, 1), row(125_000, 1)]).dailyCents).toBe(21);
  expect([131, 132].map((cents) => creditIof([row(cents, 1)]).additionalCents)).toEqual([0, 1]);
});
