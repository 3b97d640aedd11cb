import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { open } from '#db/open';
import { newId } from '#server/kernel/id';
import type { Person } from './people.ts';
import type { TlsAnswer } from './proxy.ts';

const UNIT = 'deploy/valebank@.service';

export function productionEnv(origin: string, dataDir: string, databaseUrl: string): Record<string, string> {
  const lines = readFileSync('deploy/valebank.env', 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm);
  return {
    ...Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value])),
    APP_ORIGIN: origin,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    APP_KEYS: `1:${randomBytes(32).toString('base64')}`,
    METRICS_TOKEN: randomBytes(32).toString('hex'),
    // No mail server here: messages stay queued.
    SMTP_URL: '',
    LOG_LEVEL: 'info',
  };
}

export const cookiesIn = (headers: TlsAnswer['headers']): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ');

/** The main process id, which systemd passes to the unit's commands. */
export const mainPid = (pid: number) => ({ env: { ...process.env, MAINPID: String(pid) } });

/** The unit's command, filled in for a process on this port. */
export const unitLine = (moment: 'ExecStop' | 'ExecStartPost', port: number, runFolder: string): string => {
  const line = new RegExp(`^${moment}=(.+)$`, 'm').exec(readFileSync(UNIT, 'utf8'))?.[1];
  if (!line) throw new Error(`${UNIT}: ${moment} not found`);
  return line.replaceAll('%i', String(port)).replaceAll('/run/valebank', runFolder);
};

/** As if this customer had paid the account before: another payee would have to be confirmed. */
export async function payBefore(databaseUrl: string, { cpf }: Person, target: string): Promise<void> {
  const db = await open(databaseUrl);
  const { users, recipients } = db.tables;
  const digits = cpf.replace(/\D/g, '');
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.cpf, digits));
  const row = { id: newId(), userId: user?.id ?? '', kind: 'account', target } as const;
  await db.transaction(async (tx) => {
    await tx.insert(recipients).values({ ...row, lastUsedAt: new Date() });
  });
  await db.close();
}
