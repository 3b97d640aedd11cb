import { expect, test } from 'vitest';
import { chargeAmounts, countedDay, datedEnd, immediateEnd, NO_TERMS, statusAt } from './terms.ts';

const at = (moment: string) => new Date(`${moment}-03:00`);
const END = at('2026-03-10T18:00:00');

test('an immediate charge costs its amount on every day, and ends its minutes after it was made', () => {
  const charge = { amountCents: 4_590, dueOn: null, validDays: 0, terms: NO_TERMS };
  expect(chargeAmounts(charge, '2027-01-01')).toMatchObject({ originalCents: 4_590, totalCents: 4_590 });
  expect(immediateEnd(at('2026-03-10T17:00:00'), 60)).toEqual(END);
});

test('a dated charge ends with the last second of its last business day', () => {
  expect(datedEnd('2026-03-10', 0)).toEqual(at('2026-03-10T23:59:59'));
  // A Saturday moves to Monday, and so does the Sunday six days after that.
  expect(datedEnd('2026-03-14', 6)).toEqual(at('2026-03-23T23:59:59'));
});

test('its discount holds until some days before the due date; fine and interest are of a month', () => {
  const charge = {
    amountCents: 10_000,
    dueOn: '2026-03-20',
    validDays: 30,
    terms: {
      fine: { mode: 'value', value: '1.50' },
      interest: '1.00',
      discount: { mode: 'percent', value: '5.00', daysBefore: 3 },
    } as const,
  };
  const total = (day: string) => chargeAmounts(charge, day).totalCents;
  expect([total('2026-03-17'), total('2026-03-18'), total('2026-03-20')]).toEqual([9_500, 10_000, 10_000]);
  // Three days after a Friday: R$ 1,50 and 3 thirtieths of 1 %.
  expect(total('2026-03-23')).toBe(10_160);
});

test('a charge that waits for its payer is over at its end, to the millisecond; nothing else changes by time', () => {
  const before = new Date(END.getTime() - 1);
  for (const status of ['open', 'making'] as const) {
    expect(statusAt({ status, endsAt: END }, before)).toBe(status);
    expect(statusAt({ status, endsAt: END }, END)).toBe('expired');
  }
  for (const status of ['paid', 'cancelled', 'failed', 'expired'] as const)
    expect(statusAt({ status, endsAt: END }, at('2027-01-01T00:00:00'))).toBe(status);
});

test('its total is that of today until it is over, and then of that day', () => {
  const day = (now: string, concludedAt: Date | null = null) =>
    countedDay({ endsAt: END, concludedAt }, at(now));
  expect(day('2026-03-09T23:00:00')).toBe('2026-03-09');
  expect(day('2026-03-12T08:00:00')).toBe('2026-03-10');
  expect(day('2026-03-12T08:00:00', at('2026-03-08T23:30:00'))).toBe('2026-03-08');
});
