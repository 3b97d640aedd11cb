import { addDays, bankDayAndTime } from '#domain/date';
import type { LimitWindow } from './words.ts';

/** From 6 to 20 h; the night is the rest (BCB Resolution 142/2021, art. 3). */
const DAY_BEGINS = '06:00:00';
const NIGHT_BEGINS = '20:00:00';

/** A stretch of time whose payments are added up. `endsOn`: the day after which its sum is no longer needed. */
export type Period = { window: Exclude<LimitWindow, 'transaction'>; name: string; endsOn: string };

type Periods = { day: string; hours: Period & { window: 'day' | 'night' }; month: Period };

const MINUTE_MS = 60_000;

/** Of the last minute that was asked about: a payment asks several times, and a calendar takes microseconds. Periods begin with minutes. */
let last: { minute: number; periods: Periods } | null = null;

/** The day or night, and the month, that a moment belongs to. A night is named after the day it begins on. */
export function periodsAt(moment: Date): Periods {
  const minute = Math.floor(moment.getTime() / MINUTE_MS);
  if (last?.minute !== minute) last = { minute, periods: newPeriodsAt(moment) };
  return last.periods;
}

function newPeriodsAt(moment: Date): Periods {
  const { day, time } = bankDayAndTime(moment);
  const month = day.slice(0, 7);
  const endsOn = lastDayOf(month);
  return { day, hours: hoursAt(day, time), month: { window: 'month', name: `month ${month}`, endsOn } };
}

function hoursAt(day: string, time: string): Period & { window: 'day' | 'night' } {
  if (time >= NIGHT_BEGINS) return { window: 'night', name: `night ${day}`, endsOn: addDays(day, 1) };
  if (time < DAY_BEGINS) return { window: 'night', name: `night ${addDays(day, -1)}`, endsOn: day };
  return { window: 'day', name: `day ${day}`, endsOn: day };
}

/** A calendar day of one token or of all browsers that are not registered. */
export function dayOf(what: string, moment: Date): { name: string; endsOn: string } {
  const { day } = periodsAt(moment);
  return { name: `${what} ${day}`, endsOn: day };
}

/** When a window begins anew, in words: 'as 6h', 'as 20h', '31/12'. */
export function endInWords(window: Exclude<LimitWindow, 'transaction'>, moment: Date): string {
  if (window === 'night') return 'as 6h';
  if (window === 'day') return 'as 20h';
  const [, month = '', day = ''] = lastDayOf(bankDayAndTime(moment).day.slice(0, 7)).split('-');
  return `${day}/${month}`;
}

/** 'YYYY-MM' → 'YYYY-MM-DD'. */
function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year ?? 0, number ?? 0, 0));
  return last.toISOString().slice(0, 10);
}
