import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BACKUP_RETENTION, expiredBackups } from './retention.ts';

const DAY_MS = 86_400_000;
const twiceADay = (days: number): string[] =>
  Array.from({ length: days * 2 }, (_, half) =>
    new Date(Date.parse('2026-11-21T15:30:00Z') - half * (DAY_MS / 2)).toISOString(),
  );

test('two backups a day for two years leave the newest of seven days, four weeks and twelve months', () => {
  const all = twiceADay(730);
  const expired = new Set(expiredBackups(all));
  const kept = all.filter((moment) => !expired.has(moment));
  expect(kept.slice(0, 7).map((moment) => moment.slice(0, 16))).toEqual(
    [21, 20, 19, 18, 17, 16, 15].map((day) => `2026-11-${day}T15:30`),
  );
  expect(kept.slice(7, 9).map((moment) => moment.slice(0, 10))).toEqual(['2026-11-08', '2026-11-01']);
  expect(kept.at(-1)?.slice(0, 10)).toBe('2025-12-31');
  expect(kept).toHaveLength(7 + 2 + 11);
});

const AT_NOON = ['2026-01-05', '2025-12-31', '2025-12-29', '2025-12-28', '2025-12-01', '2025-11-30'].map(
  (day) => `${day}T12:00:00.000Z`,
);

test.each([
  [{ days: 2, weeks: 0, months: 0 }, ['2025-12-31', '2026-01-05']],
  // The ISO week that begins on 29 December spans two years.
  [{ days: 0, weeks: 3, months: 0 }, ['2025-12-28', '2025-12-31', '2026-01-05']],
  [{ days: 0, weeks: 0, months: 2 }, ['2025-12-31', '2026-01-05']],
  [{ days: 1, weeks: 1, months: 3 }, ['2025-11-30', '2025-12-31', '2026-01-05']],
])('a retention of %j keeps %j', (retention, days) => {
  const expired = expiredBackups(AT_NOON, retention);
  expect(expired).toEqual(expired.toSorted());
  const kept = AT_NOON.filter((moment) => !expired.includes(moment));
  expect(kept.map((moment) => moment.slice(0, 10)).toSorted()).toEqual(days);
});

test('a daily backup is kept for seven days', () => {
  const days = Array.from({ length: 14 }, (_, back) => `2026-11-${18 - back < 10 ? '0' : ''}${18 - back}`);
  const expired = expiredBackups(days.map((day) => `${day}T03:30:00.000Z`)).map((moment) =>
    moment.slice(0, 10),
  );
  // The 8th is the last of its week.
  expect(expired).toEqual([
    '2026-11-05',
    '2026-11-06',
    '2026-11-07',
    '2026-11-09',
    '2026-11-10',
    '2026-11-11',
  ]);
});

test('the newest of two backups of the same hour is kept', () => {
  const [first, second] = ['2026-01-05T12:00:00.000Z', '2026-01-05T12:00:00.001Z'];
  expect(expiredBackups([second, first])).toEqual([first]);
});

test('the newest backup is always kept, and never more than the retention allows', () => {
  expect(expiredBackups([])).toEqual([]);
  expect(expiredBackups(twiceADay(1).slice(0, 1))).toEqual([]);
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.date({ min: new Date('2024-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        {
          minLength: 1,
        },
      ),
      (dates) => {
        const moments = dates.map((date) => date.toISOString());
        const expired = expiredBackups(moments);
        expect(expired).not.toContain(moments.toSorted().at(-1));
        const most = BACKUP_RETENTION.days + BACKUP_RETENTION.weeks + BACKUP_RETENTION.months;
        expect(moments.length - expired.length).toBeLessThanOrEqual(most);
      },
    ),
  );
});
