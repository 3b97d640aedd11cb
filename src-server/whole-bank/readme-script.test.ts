import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type Database from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { engineOf } from '#db/engine';
import { testEngine } from '#db/testing/test-db';
import { createAdmin } from '#server/auth/create-admin';
import { createApp } from '#server/http/app';
import { listen } from '#server/http/listen';
import { cookieOf, joana } from '#server/testing/http-caller';
import { restClient } from '#server/testing/rest-client';
import { testBank } from '#server/testing/test-bank';
import { freePort } from '../../e2e/bank.ts';

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function scriptOfReadme(): string {
  const [, script] = /```js\n(\/\/ rent\.mjs[\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
  if (!script) throw new Error('no script found in README.md');
  return script;
}

/** A bank behind a port, a funded payer with a token, and a payee. */
async function scene() {
  const bank = await testBank();
  const rest = restClient(bank);
  const admin = {
    fullName: 'Helena',
    email: 'h@banco.example',
    cpf: '11144477735',
    password: 'vale-admin-2026',
  };
  await createAdmin(bank, admin);
  const asScript = (cookie: string) => ({ cookie, 'x-requested-with': 'test' });
  const office = asScript(
    cookieOf(await rest('POST', '/api/auth/login', { document: admin.cpf, password: admin.password })),
  );
  const payer = asScript(cookieOf(await rest('POST', '/api/auth/register', joana)));
  const landlord = { ...joana, cpf: '529.982.247-25', username: 'ana', email: 'ana@exemplo.com.br' };
  const payee = asScript(cookieOf(await rest('POST', '/api/auth/register', landlord)));
  const accountOf = async (who: Record<string, string>) => {
    const [account] = (await rest('GET', '/api/accounts', {}, who)).body.accounts;
    if (!account) throw new Error('customer has no account');
    return account;
  };
  const { id } = await accountOf(payer);
  await rest('POST', '/api/admin/accounts/:id/adjust', { id, amount: '2000.00', reason: 'Depósito' }, office);
  const { token } = (
    await rest(
      'POST',
      '/api/auth/tokens',
      { name: 'Aluguel', scopes: ['read', 'money'], expiresAt: '2026-06-30' },
      payer,
    )
  ).body;
  const port = await freePort();
  const door = await listen(createApp(bank, { clientFolder: 'no-such-folder' }), 'localhost', port);
  ends.push(() => door.close());
  return {
    origin: `http://localhost:${port}`,
    token,
    bank,
    accountNumber: (await accountOf(payee)).accountNumber,
    balances: async () => [(await accountOf(payer)).balance, (await accountOf(payee)).balance],
  };
}

function scriptFor({
  origin,
  accountNumber,
}: Pick<Awaited<ReturnType<typeof scene>>, 'origin' | 'accountNumber'>) {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-readme-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'rent.mjs');
  writeFileSync(file, scriptOfReadme());
  return (secret: string) =>
    promisify(execFile)(process.execPath, [file, accountNumber, '1200.00'], {
      env: { VALEBANK_URL: origin, VALEBANK_TOKEN: secret },
    });
}

test('the script of the README pays the rent once, however often it is run', async () => {
  const { bank, origin, token, accountNumber, balances } = await scene();
  const run = scriptFor({ origin, accountNumber });
  const first = await run(token.secret);
  expect(first.stdout).toMatch(/^1200\.00 to Joana Prado, receipt \S+, balance 800\.00\n$/);
  expect((await run(token.secret)).stdout).toBe(first.stdout);
  const { auditLog } = bank.db.tables;
  const log = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'transfer'));
  expect(log).toHaveLength(1);
  expect(log[0]?.changes).toContain(`"accessTokenId":"${token.id}"`);
  expect(await balances()).toEqual(['800.00', '1200.00']);
  await expect(run(`vb_${'x'.repeat(43)}`)).rejects.toThrow('UNAUTHENTICATED');
});

test.runIf(testEngine() === 'sqlite')(
  'the script of the README waits while the bank cannot write, and pays once it can',
  async () => {
    const { bank, origin, token, accountNumber, balances } = await scene();
    const [writer] = engineOf(bank.db).connections() as Database.Database[];
    writer?.pragma('query_only = ON');
    const paid = scriptFor({ origin, accountNumber })(token.secret);
    await expect.poll(() => bank.logged.filter((line) => line.includes('"status":503'))).toHaveLength(1);
    writer?.pragma('query_only = OFF');
    expect((await paid).stdout).toMatch(/^1200\.00 to Joana Prado/);
    expect(await balances()).toEqual(['800.00', '1200.00']);
  },
);
