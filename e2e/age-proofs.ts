import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Ages the authentication of every open session (SQLite), so that the API requires a new one. */
export function ageProofs(dataDir: string): void {
  const raw = new Database(join(dataDir, 'valebank.db'), { fileMustExist: true });
  const hourAgoMs = Date.now() - 3_600_000;
  raw.prepare('update sessions set password_proven_at = ?, factor_proven_at = ?').run(hourAgoMs, hourAgoMs);
  raw.close();
}

/** Moves the bank's last known moment back (SQLite), as if it had been off for `days` days. */
export function moveKnownMomentBack(dataDir: string, days: number): void {
  const raw = new Database(join(dataDir, 'valebank.db'), { fileMustExist: true });
  raw.prepare('update bank_clock set known_real_at = ?').run(Date.now() - days * 86_400_000);
  raw.close();
}
