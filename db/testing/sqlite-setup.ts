import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate, open } from '#db/open';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated SQLite file that every test copies. */
    sqliteImage: string;
  }
}

/** Once per run: a migrated file. Closing it moves its WAL into the file, so that copying the file is enough. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-sqlite-'));
  const image = join(folder, 'image.db');
  const db = await open(`file:${image}`);
  await migrate(db);
  await db.close();
  project.provide('sqliteImage', image);
  return () => rmSync(folder, { recursive: true, force: true });
}
