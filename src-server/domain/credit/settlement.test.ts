import { Decimal } from 'decimal.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { presentValueCents } from './settlement.ts';

test('the present value of the same rate and days takes no second power, and is the same', () => {
  const pow = vi.spyOn(Decimal.prototype, 'pow');
  onTestFinished(() => pow.mockRestore());
  const values = () => Array.from({ length: 30 }, (_, day) => presentValueCents(1_000_000, '1.51', day));
  const first = values();
  expect(pow).toHaveBeenCalledTimes(30);
  expect(values()).toEqual(first);
  expect(pow).toHaveBeenCalledTimes(30);
});
