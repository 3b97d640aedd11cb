import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConfigurationError, postgresToolEnv, readEnv } from './env.ts';

const production = {
  NODE_ENV: 'production',
  APP_ORIGIN: 'https://bank.example',
  APP_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
  TRUST_PROXY: 'none',
};

const messageOf = (source: Record<string, string>): string => {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'read';
};

describe('the configuration', () => {
  test('the configuration needs no variable outside production', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      HOST: 'localhost',
      APP_ORIGIN: 'http://localhost:3000',
      DATABASE_URL: 'file:data/valebank.db',
      SEED: 'demo',
      VIACEP_URL: 'https://viacep.com.br',
      BRAND_NAME: 'ValeBank',
      SUPPORT_EMAIL: 'contato@valebank.example',
      TRUST_PROXY: [],
      isProduction: false,
    });
  });

  test('the origin follows from PORT, and the database from DATA_DIR', () => {
    expect(readEnv({ PORT: '4000', DATA_DIR: '/srv/vale' })).toMatchObject({
      APP_ORIGIN: 'http://localhost:4000',
      DATABASE_URL: 'file:/srv/vale/valebank.db',
    });
  });

  test('an empty variable counts as unset', () => {
    expect(readEnv({ APP_ORIGIN: '', PORT: '' }).APP_ORIGIN).toBe('http://localhost:3000');
  });

  test.each([
    ['PORT=x', { PORT: 'x' }, 'PORT'],
    ['PORT=0', { PORT: '0' }, 'PORT'],
    ['PORT=65536', { PORT: '65536' }, 'PORT'],
    ['APP_ORIGIN=bank.example', { APP_ORIGIN: 'bank.example' }, 'APP_ORIGIN'],
    ['APP_ORIGIN=https://bank.example/', { APP_ORIGIN: 'https://bank.example/' }, 'APP_ORIGIN'],
    ['DATABASE_URL=mysql://x', { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    ['DATABASE_READ_URL=file:x', { DATABASE_READ_URL: 'file:x' }, 'DATABASE_READ_URL'],
    ['DATABASE_READ_URL on SQLite', { DATABASE_READ_URL: 'postgres://h1/bank' }, 'DATABASE_READ_URL'],
    [
      'DATABASE_READ_URL of two hosts',
      { DATABASE_URL: 'postgres://h1/bank', DATABASE_READ_URL: 'postgres://h2,h3/bank' },
      'DATABASE_READ_URL',
    ],
    ['SEED=all', { SEED: 'all' }, 'SEED'],
    ['MONEY_RULES=some', { MONEY_RULES: 'some' }, 'MONEY_RULES'],
    ['MONEY_RULES=none in production', { ...production, MONEY_RULES: 'none' }, 'MONEY_RULES'],
    ['TRUST_PROXY=10.0.0.0/33', { TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    ['TRUST_PROXY=0.0.0.0/0', { TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY'],
    ['TRUST_PROXY=proxy', { TRUST_PROXY: 'proxy' }, 'TRUST_PROXY'],
    ['SMTP_URL=https://mail.example', { SMTP_URL: 'https://mail.example' }, 'SMTP_URL'],
    ['SMTP_URL=smtp://mail.example', { SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM'],
    ['MAIL_FROM=a@x.example, b@x.example', { MAIL_FROM: 'a@x.example, b@x.example' }, 'MAIL_FROM'],
    ['SUPPORT_EMAIL=nobody', { SUPPORT_EMAIL: 'nobody' }, 'SUPPORT_EMAIL'],
    ['LOG_LEVEL=loud', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  ])('the configuration %s says what to set for $2', (_case, source, name) => {
    expect(messageOf(source)).toContain(`  ${name}: `);
    expect(messageOf(source)).toMatch(/set |no slash/);
  });

  test('production needs https and APP_KEYS, and never seeds the demonstration', () => {
    expect(readEnv({ ...production, SEED: 'demo' })).toMatchObject({ isProduction: true, SEED: 'none' });
    expect(messageOf({ ...production, APP_ORIGIN: 'http://bank.example' })).toContain('https');
    expect(messageOf({ ...production, APP_ORIGIN: '' })).toContain('https');
    expect(messageOf({ ...production, APP_KEYS: '' })).toContain('APP_KEYS');
  });

  test('a server that others can reach does not start unless NODE_ENV is set', () => {
    for (const [variable, value] of [
      ['APP_ORIGIN', 'https://bank.example'],
      ['APP_ORIGIN', 'https://localhost:3000'],
      ['APP_ORIGIN', 'http://192.168.0.7:3000'],
      ['HOST', '0.0.0.0'],
      ['HOST', '::'],
      ['HOST', '192.168.0.7'],
      ['HOST', 'bank.example'],
    ] as const) {
      expect(messageOf({ [variable]: value }), value).toContain('  NODE_ENV: set NODE_ENV');
      expect(messageOf({ [variable]: value, NODE_ENV: 'development' })).toBe('read');
    }
    for (const HOST of ['localhost', '127.0.0.1', '127.8.9.10', '::1'])
      expect(messageOf({ HOST })).toBe('read');
    for (const APP_ORIGIN of ['http://localhost:5173', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(messageOf({ APP_ORIGIN })).toBe('read');
  });

  test('a server that others can reach has no demonstration and nothing for development, whatever NODE_ENV says', () => {
    for (const NODE_ENV of ['development', 'test'])
      for (const reach of [{ APP_ORIGIN: 'https://bank.example' }, { HOST: '0.0.0.0' }])
        expect(readEnv({ NODE_ENV, SEED: 'demo', ...reach })).toMatchObject({
          SEED: 'none',
          servesDev: false,
          isProduction: false,
        });
    expect(readEnv({})).toMatchObject({ SEED: 'demo', servesDev: true });
    expect(readEnv(production)).toMatchObject({ SEED: 'none', servesDev: false });
  });

  test.each(['ASAAS_URL', 'SMS_URL', 'VIACEP_URL'])(
    'in production %s is https, or on this machine',
    (name) => {
      const complaint = `  ${name}: production needs ${name} with https`;
      expect(messageOf({ ...production, [name]: 'http://gateway.example' })).toContain(complaint);
      const asked = {
        ...production,
        ASAAS_API_KEY: 'k',
        ASAAS_WEBHOOK_TOKEN: 't'.repeat(32),
        SMS_TOKEN: 't'.repeat(32),
      };
      for (const address of ['https://gateway.example', 'http://127.0.0.1:9'])
        expect(readEnv({ ...asked, [name]: address })).toMatchObject({ [name]: address });
    },
  );

  test.each(['DATABASE_URL', 'DATABASE_READ_URL'])(
    'in production %s checks the certificate of another machine',
    (name) => {
      const of = (url: string) => ({ ...production, DATABASE_URL: 'postgres://localhost/bank', [name]: url });
      for (const url of [
        'postgres://u:p@db.example/bank',
        'postgres://h/bank?sslmode=require',
        'postgres:///bank',
        'postgres://u:p@/bank',
        'postgres:///bank?host=db.example',
        'postgres://u:p@/bank?host=db.example',
        'postgres://h/bank?sslmode=verify-full&sslmode=disable',
      ])
        expect(messageOf(of(url)), url).toContain(
          `  ${name}: production needs ${name} with sslmode=verify-full`,
        );
      for (const url of [
        'postgres://u:p@db.example:6432/bank?sslmode=verify-full',
        'postgres://u:p@127.0.0.1/bank',
        'postgres:///bank?host=/run/postgresql',
        'postgres://u@/bank?host=/run/postgresql',
        'postgres://u@%2Frun%2Fpostgresql/bank',
      ])
        expect(readEnv(of(url))).toMatchObject({ [name]: url });
      const hosts = 'postgres://u:p@localhost:5432,db.example/bank';
      if (name === 'DATABASE_URL') expect(messageOf(of(hosts))).toContain('sslmode=verify-full');
    },
  );

  test('in production TRUST_PROXY must name the proxy, or say that there is none', () => {
    const { TRUST_PROXY: _none, ...silent } = production;
    expect(messageOf(silent)).toContain('  TRUST_PROXY: set TRUST_PROXY to the proxy');
    expect(readEnv(production).TRUST_PROXY).toEqual([]);
    expect(readEnv({ ...silent, TRUST_PROXY: '10.0.0.0/8, ::1' }).TRUST_PROXY).toEqual(['10.0.0.0/8', '::1']);
    expect(messageOf({ ...silent, TRUST_PROXY: 'none,10.0.0.1' })).toContain('TRUST_PROXY');
  });

  test('the tokens of webhook and metrics have at least 32 characters', () => {
    for (const name of ['ASAAS_WEBHOOK_TOKEN', 'METRICS_TOKEN']) {
      expect(messageOf({ [name]: 'x'.repeat(31) })).toContain(`  ${name}: set ${name} to 32 characters`);
      expect(messageOf({ [name]: 'x'.repeat(31) })).not.toContain('xxx');
      expect(messageOf({ [name]: 'x'.repeat(32) })).toBe('read');
    }
  });

  test('production needs all three variables of the payment provider, or none', () => {
    const url = 'https://api.asaas.com/v3';
    expect(messageOf({ ...production, ASAAS_URL: url })).toMatch(
      /ASAAS_API_KEY: set[\s\S]*ASAAS_WEBHOOK_TOKEN: set/,
    );
    const whole = {
      ...production,
      ASAAS_URL: url,
      ASAAS_API_KEY: '$aact_prod_x',
      ASAAS_WEBHOOK_TOKEN: 'x'.repeat(32),
    };
    expect(messageOf(whole)).toBe('read');
    expect(messageOf({ ...whole, ASAAS_WEBHOOK_TOKEN: '' })).toContain('ASAAS_WEBHOOK_TOKEN');
    expect(messageOf(whole)).not.toContain('aact');
    expect(messageOf({ ASAAS_URL: 'http://127.0.0.1:9000' })).toBe('read');
  });

  test('.env.example documents every variable with its default', () => {
    const example = readFileSync('.env.example', 'utf8');
    const lines = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const names = Object.keys(readEnv({ ...production, SMTP_URL: 'smtp://x', MAIL_FROM: 'x@y.example' }));
    expect(lines.map(([name]) => name)).toEqual(
      expect.arrayContaining(names.filter((name) => !['isProduction', 'servesDev'].includes(name))),
    );
    expect(messageOf(Object.fromEntries(lines))).toBe('read');
    const { DATABASE_URL, ...rest } = readEnv({});
    const { DATABASE_URL: example_URL, DATA_DIR, ...shown } = readEnv(Object.fromEntries(lines));
    expect({ ...shown, DATA_DIR }).toEqual(rest);
    expect(example_URL.replace('./', '')).toBe(DATABASE_URL);
  });

  test('the PostgreSQL programs get their own variables and none of the keys', () => {
    const own = { PATH: '/usr/pgsql-17/bin:/bin', HOME: '/srv/vale', PGSSLROOTCERT: '/etc/ca.pem' };
    expect(postgresToolEnv({ ...own, ...production, NOT_PGX: '1' })).toEqual(own);
  });
});
