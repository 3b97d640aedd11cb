/** How many backups stay: the newest of each of the last days, weeks and months that have one. */
export const BACKUP_RETENTION = { days: 7, weeks: 4, months: 12 };

/**
 * The backups that may go: all but the newest of each of the last `days` days, `weeks` ISO weeks and `months` months that
 * have a backup. `moments` in any order (ISO 8601, UTC); answers a subset of them, oldest first.
 */
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

/** The Monday of a moment's week, which names the week. */
function mondayOf(moment: string): string {
  const day = new Date(`${moment.slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
