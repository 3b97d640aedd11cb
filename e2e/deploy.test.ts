/** @module-tag release */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { asc, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { open } from '#db/open';
import { verifyLedger } from '#server/ledger/verify';
import { findNginx, findPostgres } from '../scripts/machine.mjs';
import { startCluster } from '../scripts/postgres-cluster.ts';
import { MAX_JSON_BYTES, MAX_UPLOAD_BYTES } from '../src-server/domain/limits.ts';
import { createAdminByCommand } from './admin.ts';
import { newAuthenticator } from './authenticator.ts';
import { freePort, type RunningBank, startBank } from './bank.ts';
import { openBrowser } from './browser.ts';
import { note } from './canary.ts';
import { cookiesIn, mainPid, payBefore, productionEnv, unitLine } from './deployed.ts';
import { signIn } from './journey.ts';
import { ADMIN, caio, joana, type Person } from './people.ts';
import { type RunningProxy, startProxy } from './proxy.ts';

const canRun = findNginx() !== null && findPostgres() !== null;
if (!canRun)
  console.log('the proofs of deploy/ behind nginx are SKIPPED: no nginx or no PostgreSQL on this machine');

describe.runIf(canRun)('two processes in production behind nginx as deploy/ sets it up', () => {
  let closeEngine: () => Promise<void>;
  let databaseUrl: string;
  let ports: [number, number];
  let banks: RunningBank[] = [];
  let proxy: RunningProxy;
  let env: Record<string, string>;
  /** With her first device, the one that opened the account. */
  let joanasCookies: string;
  const dataDir = mkdtempSync(join(tmpdir(), 'valebank-deploy-'));

  beforeAll(async () => {
    const cluster = await startCluster();
    if (!cluster) throw new Error('PostgreSQL was found but could not be started');
    closeEngine = cluster.stop;
    databaseUrl = cluster.url;
    ports = [await freePort(), await freePort()];
    proxy = await startProxy(ports);
    env = productionEnv(proxy.origin, dataDir, databaseUrl);
    banks = [await startProcess(ports[0]), await startProcess(ports[1])];
    await createAdminByCommand(env, dataDir);
    joanasCookies = await signUp(joana);
    await signUp(caio);
  });
  afterAll(async () => {
    await Promise.all(banks.map((bank) => bank.stop()));
    await proxy?.stop();
    await closeEngine?.();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const startProcess = (port: number) => startBank({ ...env, PORT: String(port) });
  const post = (path: string, body: unknown, more: Parameters<RunningProxy['ask']>[1] = {}) =>
    proxy.ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      ...more,
      headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'script', ...more.headers },
    });
  const signUp = async (person: Person): Promise<string> => {
    for (const secret of [person.cpf, person.password]) note(secret);
    const { status, text, headers } = await post('/api/auth/register', { ...person, acceptedTerms: true });
    expect(status, text).toBe(201);
    return cookiesIn(headers);
  };
  const cookieOf = async (person: { cpf: string; password: string }, more = {}): Promise<string> => {
    const { cpf, password } = person;
    const { status, text, headers } = await post('/api/auth/login', { document: cpf, password }, more);
    expect(status, text).toBe(200);
    return cookiesIn(headers);
  };
  /** In production an administrator needs a second factor first. */
  const adminCookie = async (): Promise<string> => {
    const cookie = await cookieOf(ADMIN);
    const { secret } = JSON.parse((await post('/api/2fa/setup', {}, { headers: { cookie } })).text);
    note(secret);
    const token = await newAuthenticator(secret).nextCode();
    const { status, text, headers } = await post('/api/2fa/verify', { token }, { headers: { cookie } });
    expect(status, text).toBe(200);
    return cookiesIn(headers);
  };
  const accountOf = async (cookie: string) => {
    const { text } = await proxy.ask('/api/accounts', { headers: { cookie } });
    return JSON.parse(text).accounts[0] as { id: string; accountNumber: string; balance: string };
  };

  test("http redirects to the same address over https, and only the bank's own name is answered", async () => {
    const answer = await fetch(`${proxy.plainOrigin}/login?tab=cadastrar`, { redirect: 'manual' });
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toBe(`${proxy.origin}/login?tab=cadastrar`);
    const port = Number(new URL(proxy.origin).port);
    const refused = new Promise<string>((resolve) => {
      const socket = connectTls({ port, host: '127.0.0.1', servername: 'other.example', ca: proxy.ca });
      socket.once('error', ({ message }) => resolve(message));
      socket.once('secureConnect', () => resolve('let in'));
    });
    expect(await refused).toMatch(/unrecognized name/);
    const unanswered = new Promise<string>((resolve) => {
      const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca: proxy.ca });
      let received = '';
      socket.setEncoding('utf8').on('data', (text) => (received += text));
      // nginx ends such a connection by a reset or a plain close.
      socket.once('error', ({ message }) => resolve(received + message)).once('end', () => resolve(received));
      socket.write('GET / HTTP/1.1\r\nHost: other.example\r\n\r\n');
    });
    expect(await unanswered).toMatch(/^(read ECONNRESET)?$/);
  });

  test('a customer signs in with a browser: the session is a __Host- cookie over https, and HSTS is sent', async () => {
    const browser = await openBrowser();
    try {
      const context = await browser.newContext({
        baseURL: proxy.origin,
        ignoreHTTPSErrors: true,
        locale: 'pt-BR',
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', ({ message }) => complaints.push(message));
      await signIn(page, joana.cpf, joana.password);
      await page.getByRole('heading', { name: 'Transações recentes' }).waitFor();
      expect(complaints).toEqual([]);
      expect((await context.cookies()).find(({ name }) => /session/.test(name))).toMatchObject({
        name: '__Host-session',
        secure: true,
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
      });
      const answer = await page.goto('/client/statement');
      expect(await answer?.headerValue('strict-transport-security')).toBe(
        'max-age=63072000; includeSubDomains',
      );
    } finally {
      await browser.close();
    }
  });

  test('nginx speaks HTTP/2, sends the screens as compressed at build time, and hides its version', async () => {
    const session = connectHttp2(proxy.origin, { ca: proxy.ca });
    const stream = session.request({ ':path': '/', 'accept-encoding': 'br' });
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      stream.once('response', resolve);
      session.once('error', reject);
    });
    session.destroy();
    expect(headers).toMatchObject({ ':status': 200, 'content-encoding': 'br', server: 'nginx' });
  });

  test("the audit log has the caller's own address, whatever X-Forwarded-For claims", async () => {
    await cookieOf(caio, {
      from: '127.0.0.2',
      headers: { 'X-Forwarded-For': '203.0.113.9', Forwarded: 'for=203.0.113.9' },
    });
    const db = await open(databaseUrl);
    const { auditLog } = db.tables;
    const rows = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'login'))
      .orderBy(asc(auditLog.seq));
    await db.close();
    expect(rows.at(-1)).toMatchObject({ userName: caio.fullName, ipAddress: '127.0.0.2' });
  });

  test("a request that is too large is refused in the bank's words: JSON by the bank, forms and headers by nginx", async () => {
    const json = await post('/api/auth/login', { document: 'x'.repeat(MAX_JSON_BYTES) });
    expect([json.status, JSON.parse(json.text).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(json.headers['x-request-id']).toBeDefined();

    const most = MAX_UPLOAD_BYTES + 16 * 1024;
    const form = (bytes: number) =>
      proxy.ask('/api/asaas/documents', {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'X-Requested-With': 'script' },
        body: Buffer.alloc(bytes),
      });
    expect((await form(most)).headers['x-request-id'], 'passed on').toBeDefined();
    const elsewhere = await proxy.ask('/api/auth/login', { method: 'POST', body: Buffer.alloc(200 * 1024) });
    expect(elsewhere.headers['x-request-id'], 'refused by nginx, which would store it').toBeUndefined();
    expect([elsewhere.status, JSON.parse(elsewhere.text).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const tooLarge = await form(most + 1);
    expect(tooLarge).toMatchObject({ status: 413, headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(tooLarge.text)).toEqual(JSON.parse(json.text));
    expect(tooLarge.headers['strict-transport-security']).toBeDefined();

    const long = await proxy.ask('/api/accounts', { headers: { cookie: `a=${'x'.repeat(20_000)}` } });
    expect([long.status, JSON.parse(long.text).code]).toEqual([431, 'PAYLOAD_TOO_LARGE']);
  });

  test('metrics and development endpoints are unreachable from outside; health and security.txt are reachable', async () => {
    const headers = { Authorization: `Bearer ${env.METRICS_TOKEN}` };
    for (const path of [
      '/metrics',
      '/metrics?x=1',
      '//metrics',
      '/%6detrics',
      '/dev/mailbox',
      '/dev/clock',
      '/dev',
    ])
      expect((await proxy.ask(path, { headers })).text, path).not.toMatch(/^# HELP|mailbox|today/);
    for (const path of ['/metrics', '/dev/mailbox'])
      expect(JSON.parse((await proxy.ask(path, { headers })).text).code).toBe('ROUTE_NOT_FOUND');
    for (const { origin } of banks) expect((await fetch(`${origin}/metrics`, { headers })).status).toBe(200);
    expect((await proxy.ask('/readyz')).text).toContain('ready');
    expect((await proxy.ask('/.well-known/security.txt')).text).toContain(`${proxy.origin}/.well-known/`);
  });

  test('a rolling update of both processes under load loses and repeats no request', async () => {
    const cookie = joanasCookies;
    const [from, to] = [await accountOf(cookie), await accountOf(await cookieOf(caio))];
    await payBefore(databaseUrl, joana, to.accountNumber);
    const admin = await adminCookie();
    const funded = await post(
      `/api/admin/accounts/${from.id}/adjust`,
      { amount: '500.00', reason: 'Para a prova' },
      { headers: { cookie: admin } },
    );
    expect(funded.status, funded.text).toBe(201);

    let isOver = false;
    const sent: string[] = [];
    const failures: string[] = [];
    const lane = async (name: number): Promise<void> => {
      // As a program: keeps its connection and retries nothing.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let turn = 0; !isOver; turn++) {
        const description = `Atualização ${name}-${turn}`;
        const order = { accountNumber: to.accountNumber, amount: '0.01', description };
        const paid = await post('/api/transfers', order, { headers: { cookie }, agent }).catch(String);
        if (typeof paid === 'string' || paid.status !== 201) failures.push(`POST ${JSON.stringify(paid)}`);
        else sent.push(description);
        const read = await proxy.ask('/api/accounts', { headers: { cookie }, agent }).catch(String);
        if (typeof read === 'string' || read.status !== 200) failures.push(`GET ${JSON.stringify(read)}`);
      }
      agent.destroy();
    };
    const lanes = Array.from({ length: 4 }, (_, name) => lane(name));
    const more = async (count: number) => {
      const goal = sent.length + count;
      await expect.poll(() => sent.length >= goal || failures.length > 0, { timeout: 120_000 }).toBe(true);
    };
    await more(50);
    for (const [place, port] of ports.entries()) {
      // Like `systemctl restart valebank@<port>`.
      execFileSync('sh', ['-c', unitLine('ExecStop', port, proxy.runFolder)]);
      await banks[place]?.stop();
      await more(10);
      banks[place] = await startProcess(port);
      execFileSync('sh', ['-c', unitLine('ExecStartPost', port, proxy.runFolder)], mainPid(process.pid));
      expect(existsSync(join(proxy.runFolder, `draining-${port}`))).toBe(false);
      await more(50);
    }
    isOver = true;
    await Promise.all(lanes);
    expect(failures).toEqual([]);

    const db = await open(databaseUrl);
    const { transactions } = db.tables;
    const kept = await db
      .select({ description: transactions.description })
      .from(transactions)
      .where(like(transactions.description, 'Atualização %'));
    expect(kept.map(({ description }) => description).toSorted()).toEqual(sent.toSorted());
    expect((await verifyLedger(db)).ok).toBe(true);
    await db.close();
    console.log(`update of both processes: ${sent.length * 2} requests, 0 lost, 0 repeated`);
    // Both processes served requests, and the access log has no query strings.
    for (const port of ports) expect(proxy.accessLog()).toContain(`127.0.0.1:${port}`);
    expect(proxy.accessLog()).not.toContain('tab=cadastrar');
  });

  test('while no process runs, programs and people get a clear answer, and the service recovers by itself', async () => {
    await Promise.all(banks.map((bank) => bank.stop()));
    banks = [];
    const program = await post('/api/auth/login', { document: caio.cpf, password: caio.password });
    expect(program).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect(JSON.parse(program.text).code).toBe('UNAVAILABLE');
    const person = await proxy.ask('/login', { headers: { accept: 'text/html' } });
    expect(person).toMatchObject({ status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(person.text).toContain('O banco está indisponível neste momento');
    banks = [await startProcess(ports[1])];
    await expect.poll(async () => (await proxy.ask('/readyz')).status).toBe(200);
    await cookieOf(caio);
  });
});
