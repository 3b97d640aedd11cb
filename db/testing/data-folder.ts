import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(tmpdir(), `valebank-test-data-${process.pid}`);

/** Default data folder of this process's banks; deleted after the test file. */
export function testDataFolder(): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

export const dropTestDataFolder = (): void => rmSync(folder, { recursive: true, force: true });
