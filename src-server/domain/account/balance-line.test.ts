import { expect, test } from 'vitest';
import { balanceLine, balanceRange } from './balance-line.ts';

const day = (date: number, balance: string) => ({ day: `2026-03-0${date}`, balance });

test('the balance line of a running month is as wide as its share of days, with zero at the bottom', () => {
  const line = balanceLine([day(1, '50.00'), day(2, '100.00'), day(3, '0.00')], 31);
  expect(line.path).toBe('0 52L3.33 4L6.67 100');
  expect(line.at(1)).toEqual({ x: 3.33, y: 4 });
});

test('the balance line of a month without money is flat, and a month without days has no line', () => {
  expect(balanceLine([day(1, '0.00'), day(2, '0.00')], 30).path).toBe('0 100L3.45 100');
  expect(balanceLine([], 30).path).toBe('');
});

test('a highest balance of one cent fills the height, and a single day is at the left edge', () => {
  expect(balanceLine([day(1, '0.01')], 30).at(0)).toEqual({ x: 0, y: 4 });
  expect(balanceLine([day(1, '0.01')], 1).at(0)).toEqual({ x: 0, y: 4 });
  expect(balanceLine([day(1, '0.01'), day(2, '0.01')], 2).path).toBe('0 4L100 4');
});

test('a day without a known balance is drawn at zero', () => {
  expect(balanceLine([day(1, '50.00')], 31).at(1)).toEqual({ x: 3.33, y: 100 });
});

test('the balance range names the first day with the highest and with the lowest balance', () => {
  const days = [day(1, '50.00'), day(2, '10.00'), day(3, '50.00'), day(4, '10.00')];
  expect(balanceRange(days)).toEqual({ highest: days[0], lowest: days[1] });
  expect(balanceRange(days.slice(1))).toEqual({ highest: days[2], lowest: days[1] });
  expect(balanceRange([])).toBeNull();
});
