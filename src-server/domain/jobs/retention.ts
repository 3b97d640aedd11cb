export const BACKUP_RETENTION = { days: 7, weeks: 4, months: 12 };

/** All but the newest of each recent day, ISO week and month, oldest first. `moments` are ISO 8601 in UTC. */
export function expiredBackups(moments: readonly string[], retention = BACKUP_RETENTION): string[] {
  const newestFirst = moments.toSorted().toReversed();
  const kept = new Set<string>([
    ...newestOfEach(newestFirst, retention.days, (moment) => moment.slice(0, 10)),
    ...newestOfEach(newestFirst, retention.weeks, mondayOf),
    ...newestOfEach(newestFirst, retention.months, (moment) => moment.slice(0, 7)),
  ]);
  return moments.toSorted().filter((moment) => !kept.has(moment));
}

function newestOfEach(
  newestFirst: readonly string[],
  periods: number,
  periodOf: (moment: string) => string,
): string[] {
  const newest = new Map<string, string>();
  for (const moment of newestFirst) {
    const period = periodOf(moment);
    if (!newest.has(period)) newest.set(period, moment);
  }
  return [...newest.values()].slice(0, periods);
}

function mondayOf(moment: string): string {
  const day = new Date(`${moment.slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString();
}
