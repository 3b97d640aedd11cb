import { describe, expect, it } from 'vitest';
import { HOLDINGS } from './holdings.ts';
import { movementsOf } from './movements.ts';

describe('the movements', () => {
  const daysUntil = (today: string) =>
    Array.from({ length: 184 }, (_, index) => {
      const moment = new Date(Date.parse(`${today}T12:00:00Z`) - (183 - index) * 86_400_000);
      return {
        day: moment.toISOString().slice(0, 10),
        daysAgo: 183 - index,
        isSaturday: moment.getUTCDay() === 6,
      };
    });

  /** What goes into investments; what comes back of those that mature would only help. */
  const investedOn = (days: ReturnType<typeof daysUntil>) =>
    HOLDINGS.map(({ by, amount, daysAgo }) => {
      const { day } = days.find((one) => one.daysAgo === daysAgo) ?? { day: '' };
      return { at: `${day}T19:30:00-03:00`, from: by, to: null, amount };
    });

  it('are the same for the same days', () => {
    expect(movementsOf(daysUntil('2026-11-20'))).toEqual(movementsOf(daysUntil('2026-11-20')));
  });

  it('never ask anybody for more than is there, whatever day the bank is opened on', () => {
    const below: string[] = [];
    for (let index = 0; index < 400; index += 1) {
      const today = new Date(Date.parse('2026-01-01T12:00:00Z') + index * 86_400_000)
        .toISOString()
        .slice(0, 10);
      const balances = new Map<string, number>();
      const days = daysUntil(today);
      const all = [...movementsOf(days), ...investedOn(days)].sort((one, other) =>
        one.at.localeCompare(other.at),
      );
      for (const { from, to, amount } of all) {
        const cents = Number(amount.replace('.', ''));
        if (from) balances.set(from, (balances.get(from) ?? 0) - cents);
        if (to) balances.set(to, (balances.get(to) ?? 0) + cents);
        if (from && (balances.get(from) ?? 0) < 0) below.push(`${from} on the way to ${today}`);
      }
    }
    expect(below).toEqual([]);
  });
});
