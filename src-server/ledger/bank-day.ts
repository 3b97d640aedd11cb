import { TZDate } from '@date-fns/tz';

const BANK_ZONE = 'America/Sao_Paulo';

/** The moment at which a calendar day ('YYYY-MM-DD', the bank's) begins; `plusDays` and `plusMonths` move the day first. */
export function bankMidnight(day: string, { plusDays = 0, plusMonths = 0 } = {}): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(new TZDate(year, month - 1 + plusMonths, date + plusDays, BANK_ZONE).getTime());
}
