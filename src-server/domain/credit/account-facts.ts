import { addMonths } from '#domain/calendar';
import { addDays } from '#domain/date';
import type { AccountFacts } from './score-shapes.ts';

/** `isIncome`: money received from others. */
export type AccountMovement = {
  day: string;
  amountCents: number;
  balanceAfterCents: number;
  isIncome: boolean;
};

/** Period considered, in days and in months. */
export const FACT_DAYS = 90;
const MONTHS = 3;
const SALARY_MONTHS = 2;

/** First day of the movements needed: the earlier of 90 days ago and the start of the last three whole months. */
export const factsFrom = (today: string): string => {
  const days = addDays(today, -FACT_DAYS);
  const months = `${addMonths(today, -MONTHS).slice(0, 7)}-01`;
  return days < months ? days : months;
};

/** From movements since `factsFrom(today)`, oldest first; days before `openedOn` do not count. */
export function accountFacts(
  movements: readonly AccountMovement[],
  about: { today: string; openingCents: number; openedOn: string; monthlyIncomeCents: number | null },
): AccountFacts {
  const { today, openingCents, openedOn, monthlyIncomeCents } = about;
  const balanceOn = balances(movements, openingCents);
  const since = addDays(today, -FACT_DAYS + 1);
  const first = openedOn > since ? openedOn : since;
  const recent = movements.filter(({ day }) => day >= since);
  const ends = monthEnds(today).filter((day) => day >= openedOn);
  let sum = 0;
  let days = 0;
  for (let day = first; day <= today; day = addDays(day, 1)) {
    sum += balanceOn(day);
    days += 1;
  }
  return {
    movementDays90: new Set(recent.map(({ day }) => day)).size,
    minBalance90Cents: Math.min(
      balanceOn(addDays(since, -1)),
      ...recent.map(({ balanceAfterCents }) => balanceAfterCents),
    ),
    avgBalance90Cents: days === 0 ? 0 : Math.round(sum / days),
    isSalaryCredited: isSalaryCredited(movements, today, monthlyIncomeCents),
    minMonthEnd3Cents: ends.length === 0 ? null : Math.min(...ends.map((day) => balanceOn(day))),
  };
}

function balances(movements: readonly AccountMovement[], openingCents: number): (day: string) => number {
  const ends = new Map(movements.map(({ day, balanceAfterCents }) => [day, balanceAfterCents]));
  const days = [...ends.keys()];
  return (day) => {
    let low = 0;
    let high = days.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((days[middle] ?? '') <= day) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? openingCents : (ends.get(days[low - 1] ?? '') ?? openingCents);
  };
}

const monthEnds = (today: string): string[] =>
  Array.from({ length: MONTHS }, (_, back) => addDays(`${addMonths(`${today.slice(0, 7)}-01`, -back)}`, -1));

/** Whether others paid in at least half of the income in two or more of the last three whole months. */
function isSalaryCredited(
  movements: readonly AccountMovement[],
  today: string,
  monthlyIncomeCents: number | null,
): boolean {
  if (!monthlyIncomeCents) return false;
  const months = monthEnds(today).map((day) => day.slice(0, 7));
  const enough = months.filter((month) => {
    const credited = movements
      .filter(({ day, isIncome }) => isIncome && day.startsWith(month))
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    return credited * 2 >= monthlyIncomeCents;
  });
  return enough.length >= SALARY_MONTHS;
}
