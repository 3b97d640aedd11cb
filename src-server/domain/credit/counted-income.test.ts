import { expect, test } from 'vitest';
import { addDays } from '#domain/date';
import { RAISED_INCOME_DAYS } from '#domain/limits';
import { countedIncomeCents, type StatedIncome, withStatedIncome } from './counted-income.ts';

const stated = (monthlyIncomeCents: number | null): StatedIncome => ({
  monthlyIncomeCents,
  incomeBeforeCents: null,
  incomeRaisedOn: null,
});
const DAY = '2026-03-10';
const on = (days: number) => addDays(DAY, days);

test('a raised income counts after its waiting time', () => {
  const raised = withStatedIncome(stated(300_000), 900_000, DAY);
  expect(raised.monthlyIncomeCents).toBe(900_000);
  expect(countedIncomeCents(raised, DAY)).toBe(300_000);
  expect(countedIncomeCents(raised, on(RAISED_INCOME_DAYS - 1))).toBe(300_000);
  expect(countedIncomeCents(raised, on(RAISED_INCOME_DAYS))).toBe(900_000);
});

test('a lowered income counts at once, and does not shorten the wait of a raise', () => {
  expect(withStatedIncome(stated(300_000), 200_000, DAY)).toEqual(stated(200_000));
  const raised = withStatedIncome(stated(300_000), 900_000, DAY);
  expect(withStatedIncome(raised, 250_000, on(1))).toEqual(stated(250_000));
  expect(withStatedIncome(raised, 300_000, on(1))).toEqual(stated(300_000));
  const less = withStatedIncome(raised, 500_000, on(10));
  expect(countedIncomeCents(less, on(RAISED_INCOME_DAYS - 1))).toBe(300_000);
  expect(countedIncomeCents(less, on(RAISED_INCOME_DAYS))).toBe(500_000);
});

test('another raise restarts the waiting time, and an equal income changes nothing', () => {
  const raised = withStatedIncome(stated(300_000), 400_000, DAY);
  expect(withStatedIncome(raised, 400_000, on(20))).toBe(raised);
  const again = withStatedIncome(raised, 900_000, on(20));
  expect(countedIncomeCents(again, on(RAISED_INCOME_DAYS))).toBe(300_000);
  expect(countedIncomeCents(again, on(20 + RAISED_INCOME_DAYS))).toBe(900_000);
  const settled = withStatedIncome(raised, 900_000, on(RAISED_INCOME_DAYS));
  expect(countedIncomeCents(settled, on(RAISED_INCOME_DAYS))).toBe(400_000);
});

test('a first stated income waits, too, and a missing one stays missing', () => {
  expect(countedIncomeCents(stated(null), DAY)).toBeNull();
  expect(countedIncomeCents(withStatedIncome(stated(null), 900_000, DAY), DAY)).toBe(0);
  expect(countedIncomeCents({ ...stated(900_000), incomeRaisedOn: DAY }, DAY)).toBe(0);
  expect(withStatedIncome(stated(300_000), null, DAY)).toEqual(stated(null));
});
