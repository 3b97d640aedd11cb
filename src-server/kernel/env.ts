import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { urlsOfHosts } from '#db/postgres-hosts';
import { BRAND_NAME, SUPPORT_EMAIL } from '#domain/brand';

const optional = z.string().optional();
const READ_URL = 'set DATABASE_READ_URL to one host: postgres://… of a streaming replica';
const webAddress = (name: string) =>
  z.url({ protocol: /^https?$/, error: `set ${name} to an http(s) address` });

const origin = z
  .url({
    protocol: /^https?$/,
    error: 'set APP_ORIGIN to the address people open, e.g. https://bank.example',
    abort: true,
  })
  .refine((text) => new URL(text).origin === text, {
    error: 'APP_ORIGIN has no path, no slash at the end and no user: https://bank.example',
  });

const port = z.coerce
  .number({ error: 'set PORT to a number from 1 to 65535' })
  .int({ error: 'set PORT to a number from 1 to 65535' })
  .min(1, { error: 'set PORT to a number from 1 to 65535' })
  .max(65_535, { error: 'set PORT to a number from 1 to 65535' });

/** Not all addresses (/0): every caller would choose the one that limits count. */
const isNetwork = (text: string): boolean => {
  const [address = '', bits] = text.split('/');
  const family = isIP(address);
  return (
    family !== 0 &&
    (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
};

/** `none`: no proxy; null: not configured. */
const proxies = z
  .string()
  .optional()
  .transform((text) => {
    if (text === undefined) return null;
    return text.trim() === 'none' ? [] : text.split(',').flatMap((part) => part.trim() || []);
  });

const MIN_SECRET_LENGTH = 32;
const secret = (name: string) =>
  z
    .string()
    .min(MIN_SECRET_LENGTH, {
      error: `set ${name} to ${MIN_SECRET_LENGTH} characters or more, made with: openssl rand -hex 32`,
    })
    .optional();

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** Addresses that keys, codes or what people type are sent to; in the clear only on this machine. */
const SENT_TO = ['ASAAS_URL', 'SMS_URL', 'VIACEP_URL'] as const;

const isInTheClear = (address: string | undefined): boolean => {
  if (address === undefined) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
};

const DATABASES = ['DATABASE_URL', 'DATABASE_READ_URL'] as const;

/** PostgreSQL on another machine whose certificate is not checked. */
const isReachedInTheClear = (text: string): boolean => {
  // The driver reads an empty host after a login, too, and takes PGHOST for it.
  const readable = [text, text.replace('@/', '@pghost/')].find((one) => URL.canParse(one));
  if (readable === undefined) return true;
  const url = new URL(readable);
  const last = (name: string) => url.searchParams.getAll(name).at(-1);
  const host = decodeURIComponent(last('host') ?? url.hostname);
  const isHere = host.startsWith('/') || isLoopback(host);
  return !isHere && last('sslmode') !== 'verify-full';
};

const isExposed = ({ HOST, APP_ORIGIN }: { HOST: string; APP_ORIGIN?: string | undefined }): boolean => {
  if (!isLoopback(HOST)) return true;
  if (APP_ORIGIN === undefined) return false;
  const { protocol, hostname } = new URL(APP_ORIGIN);
  return protocol === 'https:' || !isLoopback(hostname);
};

const schema = z
  .object({
    NODE_ENV: z
      .enum(['development', 'test', 'production'], {
        error: 'set NODE_ENV to development, test or production',
      })
      .optional(),
    LOG_LEVEL: z
      .enum(['silent', 'error', 'warn', 'info', 'debug'], {
        error: 'set LOG_LEVEL to silent, error, warn, info or debug',
      })
      .default('info'),
    PORT: port.default(3000),
    HOST: z.string().default('localhost'),
    APP_ORIGIN: origin.optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z
      .string()
      .regex(/^(file:.|postgres(ql)?:\/\/.)/, {
        error: 'set DATABASE_URL to file:<path> (SQLite) or postgres://… (PostgreSQL)',
      })
      .optional(),
    DATABASE_READ_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\/./, { error: READ_URL })
      .refine((url) => !url.includes(','), { error: READ_URL })
      .optional(),
    MONEY_RULES: z.enum(['standard', 'none'], { error: 'set MONEY_RULES to standard or none' }).optional(),
    SEED: z.enum(['demo', 'none'], { error: 'set SEED to demo or none' }).default('demo'),
    APP_KEYS: optional,
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: 'set SMTP_URL to smtp://… or smtps://user:password@host:port' })
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(/^([^<>@\p{Cc}]* )?<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/u, {
        error:
          'set MAIL_FROM to one address, e.g. nao-responda@bank.example or Bank <nao-responda@bank.example>',
      })
      .optional(),
    SMS_URL: webAddress('SMS_URL').optional(),
    SMS_TOKEN: optional,
    ASAAS_URL: webAddress('ASAAS_URL').optional(),
    ASAAS_API_KEY: optional,
    ASAAS_WEBHOOK_TOKEN: secret('ASAAS_WEBHOOK_TOKEN'),
    VIACEP_URL: webAddress('VIACEP_URL').default('https://viacep.com.br'),
    BRAND_NAME: z.string().default(BRAND_NAME),
    SUPPORT_EMAIL: z.email({ error: 'set SUPPORT_EMAIL to an e-mail address' }).default(SUPPORT_EMAIL),
    METRICS_TOKEN: secret('METRICS_TOKEN'),
    TRUST_PROXY: proxies.refine((networks) => networks === null || networks.every(isNetwork), {
      error: 'set TRUST_PROXY to addresses or networks, e.g. 127.0.0.1,10.0.0.0/8, or to none',
    }),
  })
  .check(({ value, issues }) => {
    const complain = (name: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [name], message });
    if (value.DATABASE_READ_URL && !value.DATABASE_URL?.startsWith('postgres'))
      complain('DATABASE_READ_URL', 'set DATABASE_READ_URL only with a DATABASE_URL of PostgreSQL');
    if (value.SMTP_URL && !value.MAIL_FROM)
      complain('MAIL_FROM', 'set MAIL_FROM too: who the e-mail is from');
    if (value.NODE_ENV === undefined && isExposed(value))
      complain(
        'NODE_ENV',
        'set NODE_ENV: APP_ORIGIN or HOST lets others reach this server (production, for a bank)',
      );
    if (value.NODE_ENV !== 'production') return;
    if (value.TRUST_PROXY === null)
      complain(
        'TRUST_PROXY',
        'set TRUST_PROXY to the proxy before the server, or to none: behind one that is not named all callers count as one',
      );
    if (!value.APP_ORIGIN?.startsWith('https://')) {
      complain('APP_ORIGIN', 'production needs APP_ORIGIN with https: the session cookie is only safe there');
    }
    for (const name of SENT_TO)
      if (isInTheClear(value[name]))
        complain(name, `production needs ${name} with https, or on this machine`);
    for (const name of DATABASES)
      if (value[name]?.startsWith('postgres') && urlsOfHosts(value[name]).some(isReachedInTheClear))
        complain(name, `production needs ${name} with sslmode=verify-full, or on this machine`);
    if (value.ASAAS_URL && !value.ASAAS_API_KEY)
      complain('ASAAS_API_KEY', 'set ASAAS_API_KEY too: the key of the account at the payment provider');
    if (value.ASAAS_URL && !value.ASAAS_WEBHOOK_TOKEN)
      complain(
        'ASAAS_WEBHOOK_TOKEN',
        'set ASAAS_WEBHOOK_TOKEN too: the token in calls from the payment provider',
      );
    if (value.MONEY_RULES === 'none')
      complain(
        'MONEY_RULES',
        'set MONEY_RULES to standard or leave it out: in production limits and confirmations always hold',
      );
    if (!value.APP_KEYS) {
      complain('APP_KEYS', 'production needs APP_KEYS=1:<key>, the key made with: openssl rand -base64 32');
    }
  })
  .transform((env) => ({
    ...env,
    NODE_ENV: env.NODE_ENV ?? ('development' as const),
    TRUST_PROXY: env.TRUST_PROXY ?? [],
    isProduction: env.NODE_ENV === 'production',
    /** /dev/*, demonstration logins and open metrics: local machine only. */
    servesDev: env.NODE_ENV !== 'production' && !isExposed(env),
    /** `none`: limits, devices and confirmations hold only for customers who turned them on. */
    MONEY_RULES:
      env.MONEY_RULES ?? (env.NODE_ENV === 'production' ? ('standard' as const) : ('none' as const)),
    APP_ORIGIN: env.APP_ORIGIN ?? `http://localhost:${env.PORT}`,
    DATABASE_URL: env.DATABASE_URL ?? `file:${join(env.DATA_DIR, 'valebank.db')}`,
    SEED: env.NODE_ENV === 'production' || isExposed(env) ? ('none' as const) : env.SEED,
  }));

export type Env = z.output<typeof schema>;

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Reads the configuration; an empty variable is unset. Throws one ConfigurationError that lists each problem. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigurationError(`Invalid configuration:\n${lines.join('\n')}`);
}

/** PostgreSQL's connection variables for its command-line programs. */
export const postgresToolEnv = (
  source: Record<string, string | undefined> = process.env,
): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(source).filter(([name]) => /^(PATH|HOME|PG[A-Z]+)$/.test(name)));
