import { addDays, daysBetween } from '#domain/date';

/** National bank holidays (Res. CMN 4.880/2020, Lei 14.759/2023); no state or city holidays. */
const FIXED_HOLIDAYS = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
/** Carnival Monday and Tuesday, Good Friday, Corpus Christi, in days from Easter. */
const EASTER_OFFSETS = [-48, -47, -2, 60];
const CONSCIOUSNESS_DAY = { day: '11-20', sinceYear: 2024 };

const holidaysByYear = new Map<number, ReadonlySet<string>>();

/** Bank holidays of a year, 'YYYY-MM-DD', sorted; some fall on a weekend. */
export function bankHolidays(year: number): string[] {
  const easter = easterOf(year);
  return [
    ...FIXED_HOLIDAYS.map((day) => `${year}-${day}`),
    ...(year >= CONSCIOUSNESS_DAY.sinceYear ? [`${year}-${CONSCIOUSNESS_DAY.day}`] : []),
    ...EASTER_OFFSETS.map((days) => addDays(easter, days)),
  ].sort();
}

export const isBusinessDay = (day: string): boolean => !isWeekend(day) && !holidaysOf(yearOf(day)).has(day);

/** The day itself if it is a business day. */
export function nextBusinessDay(day: string): string {
  let next = day;
  while (!isBusinessDay(next)) next = addDays(next, 1);
  return next;
}

/** Business days from `from` (included) to `to` (excluded); 0 if `to` is not later. */
export function businessDaysBetween(from: string, to: string): number {
  const days = daysBetween(from, to);
  if (days <= 0) return 0;
  const weeks = Math.floor(days / 7);
  let count = weeks * 5;
  for (let day = addDays(from, weeks * 7); day < to; day = addDays(day, 1)) if (!isWeekend(day)) count += 1;
  for (let year = yearOf(from); year <= yearOf(to); year += 1)
    for (const holiday of holidaysOf(year))
      if (holiday >= from && holiday < to && !isWeekend(holiday)) count -= 1;
  return count;
}

/** The same day of another month, or the month's last day if it is shorter (Código Civil, art. 132, § 3). */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const index = year * 12 + month - 1 + months;
  const first = `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`;
  const next = addDays(first, 31).slice(0, 8);
  const lastDate = Number(addDays(`${next}01`, -1).slice(8));
  return `${first.slice(0, 8)}${String(Math.min(date, lastDate)).padStart(2, '0')}`;
}

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** 2000-01-01 was a Saturday. */
const isWeekend = (day: string): boolean => ((daysBetween('2000-01-01', day) % 7) + 7) % 7 < 2;

function holidaysOf(year: number): ReadonlySet<string> {
  const known = holidaysByYear.get(year);
  if (known) return known;
  const made: ReadonlySet<string> = new Set(bankHolidays(year));
  holidaysByYear.set(year, made);
  return made;
}

/** Easter Sunday (Meeus/Jones/Butcher algorithm). */
function easterOf(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const skipped = Math.floor((century + 8) / 25);
  const moonCorrection = Math.floor((century - skipped + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const index = epact + weekday - 7 * late + 114;
  return `${year}-${String(Math.floor(index / 31)).padStart(2, '0')}-${String((index % 31) + 1).padStart(2, '0')}`;
}
