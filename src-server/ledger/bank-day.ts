import { TZDate } from '@date-fns/tz';

const BANK_ZONE = 'America/Sao_Paulo';

/** Computing one takes tens of microseconds, and an analysis asks for those of four months. */
const known = new Map<string, number>();
/** More than those of a year. */
const MOST_KNOWN = 1_000;

/** The start of a day in the bank's time zone, after adding `plusDays` and `plusMonths`. */
export function bankMidnight(day: string, { plusDays = 0, plusMonths = 0 } = {}): Date {
  const name = `${day} ${plusDays} ${plusMonths}`;
  const atMs = known.get(name) ?? midnightMs(day, plusDays, plusMonths);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, atMs);
  return new Date(atMs);
}

function midnightMs(day: string, plusDays: number, plusMonths: number): number {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new TZDate(year, month - 1 + plusMonths, date + plusDays, BANK_ZONE).getTime();
}
