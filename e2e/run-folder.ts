import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { bundle } from '../src-server/testing/bundle.ts';

/** Makes the folder of a run: bundled server programs, later also the demonstration's data (`demo-data.ts`). */
export default async function setUp(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-e2e-run-'));
  const drop = () => rmSync(folder, { recursive: true, force: true });
  try {
    process.env.E2E_RUN = folder;
    process.env.E2E_SERVER = await bundle('src-server/main.ts', folder);
    process.env.E2E_MAKE_ADMIN = await bundle('src-server/testing/make-admin.ts', folder);
  } catch (error) {
    drop();
    throw error;
  }
  return drop;
}
