import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Makes what was proven in every open session of a bank on SQLite older than the bank takes for fresh. */
export function ageProofs(dataDir: string): void {
  const raw = new Database(join(dataDir, 'valebank.db'), { fileMustExist: true });
  const hourAgoMs = Date.now() - 3_600_000;
  raw.prepare('update sessions set password_proven_at = ?, factor_proven_at = ?').run(hourAgoMs, hourAgoMs);
  raw.close();
}
