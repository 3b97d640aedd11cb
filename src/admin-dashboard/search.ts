/** The periods, as `#domain/admin/overview` has them; a test keeps them the same, so that no schema weighs on the screen. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

/** What the address of the dashboard may carry; 30 days when it says nothing. `lista`: what is open over it. */
export type DashboardSearch = { dias?: Period; lista?: 'vencimentos' };

/** Reads the address; what is not usable is dropped, since a link may come from anywhere. */
export function periodOf(search: Record<string, unknown>): Period {
  return PERIODS.find((days) => String(days) === String(search.dias)) ?? 30;
}
