import { expect, test } from 'vitest';
import { formatShare, incomeShare } from './income-share.ts';

test('the income share of an instalment is a percentage with one decimal', () => {
  expect(incomeShare('512.30', '5000.00')).toBe(10.2);
  expect(incomeShare('1500.00', '5000.00')).toBe(30);
  expect(incomeShare('7000.00', '5000.00')).toBe(140);
  expect(incomeShare('2.00', '3.00')).toBe(66.7);
  expect(incomeShare('0.01', '0.01')).toBe(100);
});

test('without an income there is no income share', () => {
  expect(incomeShare('512.30', '0.00')).toBeNull();
  expect(incomeShare('512.30', '')).toBeNull();
  expect(incomeShare('', '5000.00')).toBeNull();
});

test('an income share is written with one decimal and a comma', () => {
  expect([13.4, 20, 140].map(formatShare)).toEqual(['13,4%', '20,0%', '140,0%']);
});
