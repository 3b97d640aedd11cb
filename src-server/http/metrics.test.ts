import { METHODS } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { open } from '#db/open';
import { endTestDb, testDatabase, testEngine } from '#db/testing/test-db';
import { noteMoment } from '#server/kernel/clock-watch';
import { collectGarbage } from '#server/testing/collect-garbage';
import { caller, joana } from '#server/testing/http-caller';
import { testBank } from '#server/testing/test-bank';

describe('the metrics', () => {
  test('the metrics count requests by declared route and show queues and jobs', async () => {
    const call = caller(await testBank());
    await call('POST', '/api/auth/register', joana);
    await call('GET', '/api/accounts');
    await call('GET', '/trpc/auth.me');
    await call('GET', '/trpc/no.such.procedure-52513127765');
    // Refused before the procedure is looked up.
    await call('PUT', '/trpc/no.such.procedure-52513127765');
    await call('POST', '/trpc/no.such.procedure-52513127765', {}, { origin: 'https://elsewhere.example' });
    await call('GET', '/made/up/52513127765');
    const { status, headers, text } = await call('GET', '/metrics');
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
      'no-store',
    ]);
    const counted = (route: string, code: number) =>
      new RegExp(`http_request_duration_seconds_count\\{[^}]*route="${route}",status="${code}"\\} 1`);
    expect(text).toMatch(counted('/api/auth/register', 201));
    expect(text).toMatch(counted('/api/accounts', 401));
    expect(text).toMatch(counted('/trpc/auth.me', 401));
    expect(text).toMatch(counted('/trpc/\\(unknown\\)', 404));
    expect(text).toMatch(counted('screens', 404));
    expect(text).toMatch(counted('\\(refused\\)', 405));
    expect(text).toMatch(counted('\\(refused\\)', 403));
    expect(text).not.toContain('52513127765');
    expect(text).toContain('outbox_messages{state="waiting"} 1');
    expect(text).toContain('payment_orders_open{status="sending"} 0');
    expect(text).toContain('provider_events_waiting 0');
    expect(text).toContain('job_last_end_timestamp_seconds{job="backup",outcome="failed"} 0');
    expect(text).toMatch(/database_waiting_transactions \d/);
    expect(text).toContain('database_batches_tried_again_total 0');
    expect(text).toMatch(/nodejs_eventloop_lag_seconds /);
    expect(text).toContain('\nready 1\n');
    expect(text).toContain('\ndatabase_damaged 0\n');
    expect(text).toMatch(/disk_free_bytes\{place="data"\} [1-9]/);
    // Only SQLite: PostgreSQL manages its own log.
    expect(/database_log_bytes \d/.test(text)).toBe(testEngine() === 'sqlite');
  });

  test('refused requests of every method and to every address make few series', async () => {
    const call = caller(await testBank());
    const addresses = ['auth/me', 'auth/login', 'accounts'].map((path) => `/api/${path}`);
    addresses.push(...['auth.me', 'auth.login', 'account.list'].map((name) => `/trpc/${name}`));
    for (const method of METHODS.filter((one) => !['CONNECT', 'TRACE'].includes(one)))
      for (const address of addresses) {
        await call(method, address);
        await call(method, address, undefined, { origin: 'https://elsewhere.example' });
        await call(method, address, undefined, { 'content-type': 'text/plain' });
        if (!['GET', 'HEAD'].includes(method)) await call(method, address, ','.repeat(2_001));
      }
    const { text } = await call('GET', '/metrics');
    const series = text.match(/^http_request_duration_seconds_count.*/gm) ?? [];
    expect(series.length).toBeLessThan(40);
    const ofStatus = (status: number) => series.filter((line) => line.includes(`status="${status}"`));
    for (const status of [403, 405, 413, 415]) {
      expect(ofStatus(status)).toContainEqual(expect.stringContaining('method="other",route="(refused)"'));
      expect(ofStatus(status).filter((line) => !line.includes('"(refused)"'))).toEqual([]);
    }
  });

  test('the metrics of the process are answered while the database does not answer', async () => {
    const bank = await testBank();
    const { url, drop } = await testDatabase();
    const db = await open(url);
    await db.close();
    onTestFinished(() => drop());
    const { status, text } = await caller({ ...bank, db })('GET', '/metrics');
    expect(status).toBe(200);
    expect(text).toContain('\nready 0\n');
    expect(text).toMatch(/disk_free_bytes\{place="data"\} [1-9]/);
    expect(text).not.toContain('outbox_messages');
  });

  test('an app that nothing uses any more is freed, with its database', async () => {
    const gone = await usedDatabase();
    await expect
      .poll(() => {
        collectGarbage();
        return gone.deref() === undefined;
      })
      .toBe(true);
  });

  test('the metrics show a clock that is ahead of the newest moment known, or behind it', async () => {
    const bank = await testBank();
    const call = caller(bank);
    const clock = async () => (await call('GET', '/metrics')).text.match(/^clock_.*/gm);
    const standing = (ahead: number, behind: number, past: number) => [
      `clock_past_known_seconds ${past}`,
      `clock_in_doubt{standing="ahead"} ${ahead}`,
      `clock_in_doubt{standing="behind"} ${behind}`,
    ];
    await bank.db.transaction((tx) => noteMoment(tx, bank.clock.real()));
    expect(await clock()).toEqual(standing(0, 0, 0));
    bank.clock.passSeconds(40 * 86_400);
    expect(await clock()).toEqual(standing(1, 0, 40 * 86_400));
    bank.clock.passSeconds(-41 * 86_400);
    expect(await clock()).toEqual(standing(0, 1, -86_400));
  });

  const SECRET = 'segredo'.repeat(5);

  test('the metrics need their token when one is set, and are absent in production without one', async () => {
    const token = caller(await testBank({ METRICS_TOKEN: SECRET }));
    expect((await token('GET', '/metrics')).status).toBe(401);
    expect((await token('GET', '/metrics', undefined, { authorization: 'Bearer outro' })).status).toBe(401);
    expect((await token('GET', '/metrics', undefined, { authorization: `Bearer ${SECRET}` })).status).toBe(
      200,
    );
    const production = caller(
      await testBank({
        NODE_ENV: 'production',
        APP_ORIGIN: 'https://bank.example',
        APP_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
        TRUST_PROXY: 'none',
      }),
    );
    expect((await production('GET', '/metrics')).status).toBe(404);
  });
});

async function usedDatabase(): Promise<WeakRef<object>> {
  const bank = await testBank();
  await caller(bank)('GET', '/metrics');
  await endTestDb(bank.db);
  return new WeakRef(bank.db);
}
