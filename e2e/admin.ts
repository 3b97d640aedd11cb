import { spawnSync } from 'node:child_process';
import { note } from './canary.ts';
import { ADMIN } from './people.ts';

/** Makes the first administrator as production does: with the command, while the server runs. */
export function createAdmin(env: Record<string, string>, dataDir: string): void {
  for (const secret of [ADMIN.cpf, ADMIN.password]) note(secret);
  const { status, stderr, stdout } = spawnSync(
    'npm',
    [
      'run',
      '--silent',
      'admin:create',
      '--',
      '--name',
      ADMIN.name,
      '--email',
      ADMIN.email,
      '--cpf',
      ADMIN.cpf,
    ],
    {
      env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, ...env },
      input: `${ADMIN.password}\n`,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`admin:create failed:\n${stdout}${stderr}`);
}
