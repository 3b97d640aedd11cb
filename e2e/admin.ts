import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { note } from './canary.ts';
import { ADMIN } from './people.ts';

type Admin = typeof ADMIN;

/** Creates an administrator within this process; `createAdminByCommand` runs the command, as in production. */
export async function createAdmin(
  env: Record<string, string>,
  dataDir: string,
  admin: Admin = ADMIN,
): Promise<void> {
  const program = process.env.E2E_MAKE_ADMIN;
  if (!program) throw new Error('E2E_MAKE_ADMIN is not set: run-folder.ts sets it for a run');
  for (const secret of [admin.cpf, admin.password]) note(secret);
  const { makeAdminIn } = (await import(program)) as typeof import('../src-server/testing/make-admin.ts');
  const { name, ...given } = admin;
  await makeAdminIn({ DATA_DIR: dataDir, ...env }, { fullName: name, ...given });
}

export async function createAdminByCommand(
  env: Record<string, string>,
  dataDir: string,
  admin: Admin = ADMIN,
): Promise<void> {
  for (const secret of [admin.cpf, admin.password]) note(secret);
  const { name, email, cpf } = admin;
  const command = spawn(
    'npm',
    ['run', '--silent', 'admin:create', '--', '--name', name, '--email', email, '--cpf', cpf],
    { env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, ...env } },
  );
  let said = '';
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (said += chunk));
  command.stdin.end(`${admin.password}\n`);
  const [status] = await once(command, 'close');
  if (status !== 0) throw new Error(`admin:create failed:\n${said}`);
}
