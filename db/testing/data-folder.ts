import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(tmpdir(), `valebank-test-data-${process.pid}`);

export function testDataFolder(): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

export const dropTestDataFolder = (): void => rmSync(folder, { recursive: true, force: true });
