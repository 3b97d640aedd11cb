import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(tmpdir(), `valebank-test-data-${process.pid}`);

/** Where the banks of this process keep what a test names no place for; it goes with the test file. */
export function testDataFolder(): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

export const dropTestDataFolder = (): void => rmSync(folder, { recursive: true, force: true });
