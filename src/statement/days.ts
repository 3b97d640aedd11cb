import type { RouterOutputs } from '../trpc.ts';
import { dayOf } from '../ui/date.ts';

export type Page = RouterOutputs['account']['ledger'];
export type Entry = Page['entries'][number];

/** Entries of one day of the bank's calendar, newest first, and the closing balance. */
export type Day = { day: string; balance: string | null; entries: Entry[] };

/** Groups pages into days; a day may span two pages. */
export function daysFrom(pages: readonly Page[]): Day[] {
  const balances = new Map(
    pages.flatMap((page) => (page.dayBalances ?? []).map(({ day, balance }) => [day, balance] as const)),
  );
  const days: Day[] = [];
  for (const entry of pages.flatMap((page) => page.entries)) {
    const day = dayOf(entry.createdAt);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, balance: balances.get(day) ?? null, entries: [entry] });
  }
  return days;
}
