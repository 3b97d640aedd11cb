/** The only place in the screens that creates a Date: "today" comes from the server (`auth.me`), not the device. */
const ZONE = 'America/Sao_Paulo';

const CALENDAR_DAY = /^\d{4}-\d{2}-\d{2}$/;

const dayNumbers = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: ZONE,
});
const clockTime = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', timeZone: ZONE });
const exactTime = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone: ZONE });
const longDay = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone: ZONE });
const shortDay = new Intl.DateTimeFormat('pt-BR', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: ZONE,
});
const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: ZONE });
const isoDay = new Intl.DateTimeFormat('en-CA', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone: ZONE,
});

/** A date is read as noon in São Paulo, so that no zone shifts the day. */
function read(value: string): Date {
  return new Date(CALENDAR_DAY.test(value) ? `${value}T12:00:00-03:00` : value);
}

/** `2026-07-03`, or a moment in ISO 8601 → `03/07/2026`. */
export function formatDay(value: string): string {
  return dayNumbers.format(read(value));
}

/** A moment in ISO 8601 → `03/07/2026 às 14:05`. */
export function formatMoment(value: string): string {
  const moment = read(value);
  return `${dayNumbers.format(moment)} às ${clockTime.format(moment)}`;
}

/** A moment in ISO 8601 → `03/07/2026 às 14:05:09`. */
export function formatMomentExactly(value: string): string {
  const moment = read(value);
  return `${dayNumbers.format(moment)} às ${exactTime.format(moment)}`;
}

/** A moment in ISO 8601 or Unix milliseconds → `14:05`. */
export function formatTime(value: string | number): string {
  return clockTime.format(typeof value === 'number' ? value : read(value));
}

/** `2026-07-03` → `sexta-feira, 3 de julho de 2026`. */
export function formatLongDate(value: string): string {
  return longDay.format(read(value));
}

/** `2026-07-03` → `sex., 3 de jul.`. */
export function formatShortDate(value: string): string {
  return shortDay.format(read(value));
}

/** `2026-07` → `julho de 2026`. */
export function formatMonth(value: string): string {
  return monthName.format(read(`${value}-01`));
}

/** The bank's date of a moment: ISO 8601 → `2026-07-03`. */
export function dayOf(moment: string): string {
  return isoDay.format(read(moment));
}

/** Whole days between two dates, negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((read(to).getTime() - read(from).getTime()) / 86_400_000);
}

/** Relative to `today`: `hoje`, `ontem`, `há 3 dias`; the date from a week on. */
export function formatRelativeDay(value: string, today: string): string {
  const past = daysBetween(CALENDAR_DAY.test(value) ? value : dayOf(value), today);
  if (past === 0) return 'hoje';
  if (past === 1) return 'ontem';
  return past > 1 && past < 7 ? `há ${past} dias` : formatDay(value);
}

/** The device's date, which may be wrong: for early hints, never for decisions. */
export function deviceDay(): string {
  return isoDay.format(new Date());
}

/** Unix milliseconds by the device's clock: for durations, never for points in time. */
export function deviceMs(): number {
  return Date.now();
}
