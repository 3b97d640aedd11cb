import { expect, test } from 'vitest';
import { balanceLine, balanceRange } from './balance-line.ts';

const day = (date: number, balance: string) => ({ day: `2026-03-0${date}`, balance });

test('a month that runs fills its part of the width, and stands on nothing', () => {
  const line = balanceLine([day(1, '50.00'), day(2, '100.00'), day(3, '0.00')], 31);
  expect(line.path).toBe('0 52L3.33 4L6.67 100');
  expect(line.at(1)).toEqual({ x: 3.33, y: 4 });
});

test('a month without money lies on the ground, and one without days is no line', () => {
  expect(balanceLine([day(1, '0.00'), day(2, '0.00')], 30).path).toBe('0 100L3.45 100');
  expect(balanceLine([], 30).path).toBe('');
});

test('the first day of most and of least is named', () => {
  const days = [day(1, '50.00'), day(2, '10.00'), day(3, '50.00'), day(4, '10.00')];
  expect(balanceRange(days)).toEqual({ highest: days[0], lowest: days[1] });
  expect(balanceRange([])).toBeNull();
});
