import { expect, test } from 'vitest';
import { accountFacts, factsFrom } from './account-facts.ts';

const about = {
  today: '2026-11-21',
  openingCents: 1000,
  openedOn: '2026-01-01',
  monthlyIncomeCents: 4000,
};
const movement = (
  day: string,
  amountCents: number,
  balanceAfterCents: number,
  isIncome = amountCents > 0,
) => ({
  day,
  amountCents,
  balanceAfterCents,
  isIncome,
});

test('account facts need the last 90 days and three whole months', () => {
  expect(factsFrom('2026-11-21')).toBe('2026-08-01');
  expect(factsFrom('2026-11-01')).toBe('2026-08-01');
});

test('an account without movements keeps its opening balance in every fact', () => {
  expect(accountFacts([], about)).toEqual({
    movementDays90: 0,
    minBalance90Cents: 1000,
    avgBalance90Cents: 1000,
    isSalaryCredited: false,
    minMonthEnd3Cents: 1000,
  });
});

test('account facts count days with movements and take end-of-day balances', () => {
  const facts = accountFacts(
    [
      movement('2026-09-05', 2000, 3000),
      movement('2026-09-05', -2900, 100),
      movement('2026-10-05', 2000, 2100),
      movement('2026-11-05', 900, 3000, false),
    ],
    about,
  );
  expect(facts).toMatchObject({
    movementDays90: 3,
    minBalance90Cents: 100,
    isSalaryCredited: true,
    minMonthEnd3Cents: 100,
  });
});

test('a new account is averaged over its own days and has no month-end balance', () => {
  const facts = accountFacts([movement('2026-11-20', 500, 500)], {
    ...about,
    openingCents: 0,
    openedOn: '2026-11-20',
  });
  expect(facts.avgBalance90Cents).toBe(500);
  // Opened after the last month end, so no month-end balance is known.
  expect(facts.minMonthEnd3Cents).toBeNull();
  const older = { ...about, openingCents: 0, openedOn: '2026-10-30' };
  expect(accountFacts([movement('2026-10-30', 500, 500)], older).minMonthEnd3Cents).toBe(500);
});

test('income of the current month does not yet count as a salary', () => {
  const movements = [movement('2026-10-05', 4000, 5000), movement('2026-11-05', 4000, 9000)];
  expect(accountFacts(movements, about).isSalaryCredited).toBe(false);
});
