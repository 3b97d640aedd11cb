import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Confirms the e-mail of every customer (SQLite). */
export function confirmEmails(dataDir: string): void {
  const raw = new Database(join(dataDir, 'valebank.db'), { fileMustExist: true });
  raw.prepare('update users set email_confirmed_at = ?').run(Date.now());
  raw.close();
}

/** Makes every open session that of a registered device (SQLite). */
export function registerDevices(dataDir: string): void {
  const raw = new Database(join(dataDir, 'valebank.db'), { fileMustExist: true });
  const at = Date.now() - 1000;
  raw
    .prepare(
      `insert or ignore into devices (id, user_id, name, mark, created_at, trusted_from, last_used_at)
       select 'd-' || id, user_id, 'Chrome', id, ?, ?, ? from sessions where device_id is null`,
    )
    .run(at, at, at);
  raw.prepare("update sessions set device_id = 'd-' || id where device_id is null").run();
  raw.close();
}
