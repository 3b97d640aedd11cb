import { OVERVIEW_DAYS, type OverviewDays } from '#domain/admin/overview-days';

/** What the address of the dashboard may carry; 30 days when it says nothing. `lista`: what is open over it. */
export type DashboardSearch = { dias?: OverviewDays; lista?: 'vencimentos' };

/** Reads the address; what is not usable is dropped, since a link may come from anywhere. */
export function periodOf(search: Record<string, unknown>): OverviewDays {
  return OVERVIEW_DAYS.find((days) => String(days) === String(search.dias)) ?? 30;
}
