import { expect, test } from 'vitest';
import { addressPeriods } from './address-periods.ts';

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
});

test('an e-mail address that never changed belongs to the person from the start', () => {
  expect(addressPeriods({ email: 'a@x', createdAt: day(1) }, [])).toEqual([
    { email: 'a@x', from: day(1), to: null },
  ]);
});
