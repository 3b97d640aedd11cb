import type { KeyRing } from '#server/kernel/keys';
import { type Backup, backupName, isAhead, isOurs } from './manifest.ts';

/**
 * `own`: signed with the bank's keys, and of a time that has come; only these count. `ahead`: signed while the clock was ahead.
 * `unsigned`: perhaps the bank's own of before it signed them, perhaps not. `foreign`: all others, as a copy under another name.
 */
type Standing = 'own' | 'ahead' | 'unsigned' | 'foreign';

function standingOf(backup: Backup, keys: Pick<KeyRing, 'sign' | 'verify'>, now: Date): Standing {
  const isOwn = isOurs(backup, keys);
  if (isOwn === false || backup.name !== backupName(new Date(backup.at))) return 'foreign';
  if (isAhead(backup, now)) return isOwn ? 'ahead' : 'foreign';
  return isOwn ? 'own' : 'unsigned';
}

/** Copies by who made them. Whoever keeps the copies may have put some beside them. */
export function copiesByStanding(
  backups: readonly Backup[],
  keys: Pick<KeyRing, 'sign' | 'verify'>,
  now: Date,
): Record<Standing, Backup[]> {
  const sorted: Record<Standing, Backup[]> = { own: [], ahead: [], unsigned: [], foreign: [] };
  for (const backup of backups) sorted[standingOf(backup, keys, now)].push(backup);
  return sorted;
}
