import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';

/** Writes without triggers; `change` returns its undo. Rows and triggers are restored when the test ends. */
export function tamper(dataDir: string, change: (raw: Database.Database) => () => void): void {
  const raw = new Database(join(dataDir, 'valebank.db'), { fileMustExist: true });
  const triggers = raw
    .prepare<[], { name: string; sql: string }>("select name, sql from sqlite_master where type = 'trigger'")
    .all();
  for (const { name } of triggers) raw.exec(`drop trigger "${name}"`);
  const undo = change(raw);
  onTestFinished(() => {
    undo();
    for (const { sql } of triggers) raw.exec(sql);
    raw.close();
  });
}

/** Returns the undo. */
export function changeRow(
  raw: Database.Database,
  table: string,
  rowid: unknown,
  values: Record<string, unknown>,
): () => void {
  const columns = Object.keys(values);
  const before = raw.prepare(`select ${columns.join()} from ${table} where rowid = ?`).get(rowid);
  const set = raw.prepare(
    `update ${table} set ${columns.map((column) => `${column} = @${column}`).join()} where rowid = @rowid`,
  );
  set.run({ ...values, rowid });
  return () => void set.run({ ...(before as object), rowid });
}
