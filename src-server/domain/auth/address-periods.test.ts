import { expect, test } from 'vitest';
import { addressPeriods, isWithin } from './address-periods.ts';

const day = (number: number) => new Date(Date.UTC(2026, 2, number));

test('an e-mail address belongs to a person from one change to the next', () => {
  const periods = addressPeriods({ email: 'c@x', createdAt: day(1) }, [
    { from: 'a@x', to: 'b@x', at: day(5) },
    { from: 'b@x', to: 'c@x', at: day(9) },
  ]);
  expect(periods).toEqual([
    { email: 'a@x', from: day(1), to: day(5) },
    { email: 'b@x', from: day(5), to: day(9) },
    { email: 'c@x', from: day(9), to: null },
  ]);
  const mine = (recipient: string, on: number) => isWithin(periods, { recipient, createdAt: day(on) });
  expect([mine('a@x', 1), mine('a@x', 5), mine('c@x', 30)]).toEqual([true, true, true]);
  // Outside the period, or never this user's address.
  expect([mine('c@x', 8), mine('a@x', 6), mine('d@x', 3)]).toEqual([false, false, false]);
});

test('an e-mail address that never changed belongs to the person from the start', () => {
  expect(addressPeriods({ email: 'a@x', createdAt: day(1) }, [])).toEqual([
    { email: 'a@x', from: day(1), to: null },
  ]);
});
