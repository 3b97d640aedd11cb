/** Calendar days are text 'YYYY-MM-DD', without time zone; they compare as text. */
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 86_400_000;

const bankCalendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const bankClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** In America/Sao_Paulo. */
export const bankDate = (moment: Date): string => bankCalendar.format(moment);

/** `{ day: '2026-07-03', time: '14:05:09' }` in America/Sao_Paulo. */
export function bankDayAndTime(moment: Date): { day: string; time: string } {
  const [day = '', time = ''] = bankClock.format(moment).split(' ');
  return { day, time };
}

export function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (!year || year === '0000') return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return moment.getUTCMonth() + 1 === Number(month) && moment.getUTCDate() === Number(day);
}

export function addDays(day: string, days: number): string {
  return new Date(utcMidnight(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (utcMidnight(to) - utcMidnight(from)) / DAY_MS;
}

/** A 29 February birthday falls on 1 March in other years (Código Civil, art. 132, § 3). */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** '2026-07-03' → '03/07/2026'. */
export function formatDay(day: string): string {
  return day.split('-').reverse().join('/');
}

function utcMidnight(day: string): number {
  if (!isDay(day)) throw new Error(`not a day: ${day}`);
  return Date.parse(`${day}T00:00:00Z`);
}
