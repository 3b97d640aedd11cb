import { expect, it } from 'vitest';
import {
  dayOf,
  daysBetween,
  formatDay,
  formatLongDate,
  formatMoment,
  formatMonth,
  formatRelativeDay,
  formatShortDate,
} from './date.ts';

it('days and moments are written the Brazilian way in São Paulo time', () => {
  expect(formatDay('2026-07-03')).toBe('03/07/2026');
  expect(formatMoment('2026-07-04T02:30:00.000Z')).toBe('03/07/2026 às 23:30');
  expect(formatDay('2026-07-04T02:30:00.000Z')).toBe('03/07/2026');
  expect(dayOf('2026-07-04T02:30:00.000Z')).toBe('2026-07-03');
  expect(formatLongDate('2026-07-03')).toBe('sexta-feira, 3 de julho de 2026');
  expect(formatShortDate('2026-07-03')).toBe('sex., 3 de jul.');
  expect(formatMonth('2026-07')).toBe('julho de 2026');
});

it('days between two calendar days are counted across months, backwards too', () => {
  expect(daysBetween('2026-02-27', '2026-03-02')).toBe(3);
  expect(daysBetween('2026-03-02', '2026-02-27')).toBe(-3);
});

it('a day within the last week is shown as days ago, an older one as a date', () => {
  expect(formatRelativeDay('2026-07-04T02:30:00.000Z', '2026-07-03')).toBe('hoje');
  expect(formatRelativeDay('2026-07-02', '2026-07-03')).toBe('ontem');
  expect(formatRelativeDay('2026-06-28', '2026-07-03')).toBe('há 5 dias');
  expect(formatRelativeDay('2026-06-26', '2026-07-03')).toBe('26/06/2026');
});
