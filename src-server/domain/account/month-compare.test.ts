import { expect, test } from 'vitest';
import { changeFrom, shareOf } from './month-compare.ts';

test('an amount is compared with the month before as more, less or equal, across zero too', () => {
  expect(changeFrom('100.00', '120.50')).toEqual({ isMore: true, difference: '20.50' });
  expect(changeFrom('100.00', '99.99')).toEqual({ isMore: false, difference: '0.01' });
  expect(changeFrom('-30.00', '20.00')).toEqual({ isMore: true, difference: '50.00' });
  expect(changeFrom('20.00', '-30.00')).toEqual({ isMore: false, difference: '50.00' });
  expect(changeFrom('100.00', '100.01')).toEqual({ isMore: true, difference: '0.01' });
  expect(changeFrom('0.00', '0.00')).toBeNull();
});

test('a share is rounded to a tenth of a percent', () => {
  expect(shareOf('1.00', '3.00')).toBe(33.3);
  expect(shareOf('3.00', '3.00')).toBe(100);
  expect(shareOf('2.00', '3.00')).toBe(66.7);
  expect(shareOf('0.00', '0.00')).toBe(0);
  expect(shareOf('1.00', '-3.00')).toBe(0);
  expect(shareOf('0.01', '0.01')).toBe(100);
  expect(shareOf('3.01', '3.00')).toBe(100);
});
