import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Makes what was proven in every open session of a bank on SQLite older than the bank takes for fresh. */
export function ageProofs(dataDir: string): void {
  const raw = new Database(join(dataDir, 'valebank.db'), { fileMustExist: true });
  const hourAgoMs = Date.now() - 3_600_000;
  raw.prepare('update sessions set password_proven_at = ?, factor_proven_at = ?').run(hourAgoMs, hourAgoMs);
  raw.close();
}

/** Makes a bank on SQLite know nothing of its last days, as one that was off. */
export function forgetDays(dataDir: string, days: number): void {
  const raw = new Database(join(dataDir, 'valebank.db'), { fileMustExist: true });
  raw.prepare('update bank_clock set known_real_at = ?').run(Date.now() - days * 86_400_000);
  raw.close();
}
