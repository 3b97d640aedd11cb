import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate, open } from '#db/open';

declare module 'vitest' {
  interface ProvidedContext {
    sqliteImage: string;
  }
}

/** Once per run: a migrated file to copy. Closing moves the WAL into the file, so that the file alone is complete. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-sqlite-'));
  const image = join(folder, 'image.db');
  const db = await open(`file:${image}`);
  await migrate(db);
  await db.close();
  project.provide('sqliteImage', image);
  return () => rmSync(folder, { recursive: true, force: true });
}
