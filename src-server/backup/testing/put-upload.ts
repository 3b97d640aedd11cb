import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function putUpload(dataDir: string, name: string, bytes: string): string {
  const folder = join('uploads', name.slice(0, 2));
  mkdirSync(join(dataDir, folder), { recursive: true });
  writeFileSync(join(dataDir, folder, `${name}.pdf`), bytes);
  return join(folder, `${name}.pdf`);
}
