import { spawnSync } from 'node:child_process';
import { note } from './canary.ts';
import { ADMIN } from './people.ts';

type Admin = typeof ADMIN;

/** Makes an administrator as production does: with the command, while the server runs. */
export function createAdmin(env: Record<string, string>, dataDir: string, admin: Admin = ADMIN): void {
  for (const secret of [admin.cpf, admin.password]) note(secret);
  const { status, stderr, stdout } = spawnSync(
    'npm',
    [
      'run',
      '--silent',
      'admin:create',
      '--',
      '--name',
      admin.name,
      '--email',
      admin.email,
      '--cpf',
      admin.cpf,
    ],
    {
      env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, ...env },
      input: `${admin.password}\n`,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`admin:create failed:\n${stdout}${stderr}`);
}
