import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TlsAnswer } from './proxy.ts';

const UNIT = 'deploy/valebank@.service';

/** Of `deploy/valebank.env` what is the same everywhere, and its placeholders filled in. */
export function productionEnv(origin: string, dataDir: string, databaseUrl: string): Record<string, string> {
  const lines = readFileSync('deploy/valebank.env', 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm);
  return {
    ...Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value])),
    APP_ORIGIN: origin,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    APP_KEYS: `1:${randomBytes(32).toString('base64')}`,
    METRICS_TOKEN: randomBytes(32).toString('hex'),
    // There is no mail server here: the letters wait.
    SMTP_URL: '',
    LOG_LEVEL: 'info',
  };
}

/** The cookies that an answer sets, as the next request carries them. */
export const cookiesIn = (headers: TlsAnswer['headers']): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ');

/** What systemd tells a line of the unit besides: the process that was started. */
export const mainPid = (pid: number) => ({ env: { ...process.env, MAINPID: String(pid) } });

/** What the unit runs at this moment of a process at this port. */
export const unitLine = (moment: 'ExecStop' | 'ExecStartPost', port: number, runFolder: string): string => {
  const line = new RegExp(`^${moment}=(.+)$`, 'm').exec(readFileSync(UNIT, 'utf8'))?.[1];
  if (!line) throw new Error(`${UNIT} has no ${moment}`);
  return line.replaceAll('%i', String(port)).replaceAll('/run/valebank', runFolder);
};
