import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Confirms the e-mail of every customer (SQLite). */
export function confirmEmails(dataDir: string): void {
  const raw = new Database(join(dataDir, 'valebank.db'), { fileMustExist: true });
  raw.prepare('update users set email_confirmed_at = ?').run(Date.now());
  raw.close();
}
