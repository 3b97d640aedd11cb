import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { open } from '#db/open';
import { isStandIn, testDatabase } from '#db/testing/test-db';
import { createAdminByCommand } from '../e2e/admin.ts';
import { startBank } from '../e2e/bank.ts';
import { SECOND_ADMIN } from '../e2e/people.ts';
import { atTheMachine } from './auth/attempts.ts';
import { hashPassword } from './auth/password.ts';
import { encryptSecret } from './auth/two-factor/totp.ts';
import { parseKeys } from './kernel/keys.ts';
import { startMailServer } from './outbox/testing/mail-server.ts';
import { DEMO_ADMIN, DEMO_PASSWORD } from './seed/people.ts';
import { bundle } from './testing/bundle.ts';
import { joana } from './testing/http-caller.ts';
import { runToEnd } from './testing/run-to-end.ts';
import { userRow } from './testing/user-row.ts';

const folder = mkdtempSync(join(tmpdir(), 'valebank-main-'));
let server = '';
beforeAll(async () => {
  server = await bundle('src-server/main.ts', folder);
  vi.stubEnv('E2E_SERVER', server);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const PRODUCTION = {
  NODE_ENV: 'production',
  APP_ORIGIN: 'https://bank.example',
  APP_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
  TRUST_PROXY: 'none',
};

const post = (url: string, body: object, cookie = '') =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'test', cookie },
    body: JSON.stringify(body),
  });

async function cookieOf(origin: string, { cpf, password }: typeof SECOND_ADMIN): Promise<string> {
  const answer = await post(`${origin}/api/auth/login`, { document: cpf, password });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

// The stand-in serves one connection; a server process needs a pool.
describe.skipIf(isStandIn())('the process', () => {
  let database: { url: string; drop: () => Promise<void> };
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.drop());

  test('the process starts, prints its address, protects its key file, and stops when told to', async () => {
    const bank = await startBank({ DATABASE_URL: database.url }, { fromSource: true });
    expect(bank.output()).toContain(`ValeBank em ${bank.origin}`);
    expect(bank.output()).toContain(`${bank.origin}/dev/mailbox`);
    const [, simulator] = /simulado: (http:\/\/127\.0\.0\.1:\d+)/.exec(bank.output()) ?? [];
    expect((await fetch(`${simulator}/simulator/state`)).status).toBe(200);
    const kept = readdirSync(bank.dataDir);
    expect(kept).toContain('simulator.db');
    for (const name of kept.filter((one) => !one.endsWith('-journal')))
      expect([name, statSync(join(bank.dataDir, name)).mode & 0o077]).toEqual([name, 0]);
    expect(statSync(bank.dataDir).mode & 0o777).toBe(0o700);
    expect((await fetch(`${bank.origin}/readyz`)).status).toBe(200);
    await bank.stop();
    await expect(fetch(`${bank.origin}/healthz`)).rejects.toThrow('fetch failed');
  });

  test('the process sends its e-mail through the configured mail server', async () => {
    const mailServer = await startMailServer();
    const bank = await startBank({
      DATABASE_URL: database.url,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'ValeBank <nao-responda@vale.example>',
    });
    const answer = await fetch(`${bank.origin}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(joana),
    });
    expect(answer.status).toBe(201);
    await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), 120_000);
    const [welcome] = mailServer.received;
    expect([welcome?.to, welcome?.mail.subject]).toEqual([[joana.email], 'Sua conta ValeBank está aberta']);
    expect(welcome?.mail.html).toContain(`href="${bank.origin}/login"`);
    await bank.stop();
    await mailServer.stop();
  });

  test("the process does not start when a two-factor secret's key is missing, and does after a key rotation", {
    tags: ['prove'],
    timeout: 90_000,
  }, async () => {
    const [older, newer] = [
      `1:${Buffer.alloc(32).toString('base64')}`,
      `2:${Buffer.alloc(32, 2).toString('base64')}`,
    ];
    const user = userRow({ createdAt: new Date('2026-03-10T12:00:00Z') });
    const totpSecret = encryptSecret(parseKeys(older), Buffer.alloc(20), 'users', user.id);
    const db = await open(database.url);
    await db.transaction(
      async (tx) => void (await tx.insert(tx.tables.users).values({ ...user, totpSecret })),
    );
    await db.close();
    const env = { ...PRODUCTION, DATA_DIR: folder, DATABASE_URL: database.url, PORT: '1' };
    const refused = await runToEnd({ ...env, APP_KEYS: newer }, server);
    expect([refused.code, refused.output]).toEqual([
      1,
      'APP_KEYS lacks the key of 1 two-factor secrets: put it back after the new one and run npm run keys:rotate\n',
    ]);
    const both = { ...env, APP_KEYS: `${newer},${older}` };
    const rotated = await runToEnd(both, 'scripts/keys-rotate.ts');
    expect([rotated.code, rotated.output]).toEqual([0, 'Segredos cifrados com a chave "2": 1\n']);
    const bank = await startBank({ ...PRODUCTION, DATABASE_URL: database.url, APP_KEYS: newer });
    await bank.stop();
  });

  test("the process does not start in production while the demonstration's passwords open the bank, and does once its people were deactivated", {
    tags: ['prove'],
    timeout: 90_000,
  }, async () => {
    const db = await open(database.url);
    const createdAt = new Date('2026-03-10T12:00:00Z');
    const passwordHash = await hashPassword(atTheMachine(), DEMO_PASSWORD);
    const ana = userRow({ createdAt, cpf: '52998224725', passwordHash });
    const admin = userRow({
      createdAt,
      cpf: DEMO_ADMIN.cpf,
      role: 'admin',
      passwordHash: await hashPassword(atTheMachine(), DEMO_ADMIN.password),
    });
    await db.transaction(async (tx) => void (await tx.insert(tx.tables.users).values([ana, admin])));
    await db.close();
    const env = { ...PRODUCTION, DATA_DIR: folder, DATABASE_URL: database.url };
    const refused = await runToEnd({ ...env, PORT: '1' }, server);
    expect([refused.code, refused.output]).toEqual([
      1,
      'O banco de dados foi preenchido com a demonstração, e as senhas que ela publica ainda abrem: 111.444.777-35, 529.982.247-25\nAponte DATABASE_URL para um banco de dados vazio e inicie de novo. Ou, para ficar com este, inicie-o só nesta máquina (NODE_ENV=development APP_ORIGIN= HOST=localhost npm start) e, com um administrador que não é da demonstração (npm run admin:create), desative estas pessoas em /admin/users.\n',
    ]);

    await createAdminByCommand(env, folder, SECOND_ADMIN);
    const here = await startBank({ ...env, NODE_ENV: 'development', APP_ORIGIN: '', HOST: 'localhost' });
    const cookie = await cookieOf(here.origin, SECOND_ADMIN);
    for (const { id } of [ana, admin]) {
      const answer = await post(
        `${here.origin}/api/admin/users/${id}/deactivate`,
        { reason: 'Demonstração' },
        cookie,
      );
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(id)]);
    }
    await here.stop();
    const bank = await startBank(env);
    await bank.stop();
  });

  test('the process in production seeds no demonstration and serves no /dev endpoint', async () => {
    const bank = await startBank({ ...PRODUCTION, DATABASE_URL: database.url, SEED: 'demo' });
    expect(bank.output()).not.toMatch(/senha|mailbox|simulado/);
    expect((await fetch(`${bank.origin}/dev/mailbox`)).status).toBe(404);
    await bank.stop();
    const db = await open(database.url);
    expect(await db.select().from(db.tables.users)).toEqual([]);
    await db.close();
  });

  test('the process does not start with an invalid configuration and says what to set', async () => {
    const { code, output } = await runToEnd(
      { NODE_ENV: 'production', APP_ORIGIN: 'http://bank.example' },
      server,
    );
    expect(code).toBe(1);
    expect(output).toMatch(/APP_ORIGIN: .*https/);
    expect(output).toMatch(/APP_KEYS: .*openssl/);
    expect(output).not.toMatch(/\.(ts|mjs):\d/);
  });
});
