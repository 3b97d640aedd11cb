import { TZDate } from '@date-fns/tz';

const BANK_ZONE = 'America/Sao_Paulo';

/** The start of a day in the bank's time zone, after adding `plusDays` and `plusMonths`. */
export function bankMidnight(day: string, { plusDays = 0, plusMonths = 0 } = {}): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(new TZDate(year, month - 1 + plusMonths, date + plusDays, BANK_ZONE).getTime());
}
