import { describe, expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { testBank } from '#server/testing/test-bank';

describe('a server that others can reach', () => {
  test.for<Record<string, string>>([{ APP_ORIGIN: 'https://bank.example' }, { HOST: '0.0.0.0' }])(
    'a server with %j has no development endpoints and no open metrics, though it is not production',
    async (reach) => {
      const call = caller(await testBank({ NODE_ENV: 'development', ...reach }));
      for (const [method, path, body] of [
        ['POST', '/dev/clock', { advanceDays: 1 }],
        ['GET', '/dev/mailbox', undefined],
        ['GET', '/metrics', undefined],
      ] as const)
        expect((await call(method, path, body)).status, path).toBe(404);
    },
  );

  test('a server warns of a forwarded address from an untrusted proxy, at most once a minute', async ({
    bank,
  }) => {
    const call = caller(bank);
    const ask = () => call('GET', '/api/auth/me', undefined, { 'x-forwarded-for': '198.51.100.2' });
    const warnings = () => bank.logged.filter((line) => line.includes('untrusted_forwarder'));
    await call('GET', '/api/auth/me');
    expect(warnings()).toEqual([]);
    await ask();
    await ask();
    expect(warnings()).toHaveLength(1);
    expect(warnings()[0]).toMatch(/"level":"warn".*TRUST_PROXY/);
    bank.clock.passSeconds(60);
    await ask();
    expect(warnings()).toHaveLength(2);
  });

  test('a server trusts the proxy that TRUST_PROXY names, and warns of nothing', async () => {
    const bank = await testBank({ TRUST_PROXY: '127.0.0.1' });
    await caller(bank)('GET', '/api/auth/me', undefined, { 'x-forwarded-for': '198.51.100.2' });
    expect(bank.logged.filter((line) => line.includes('untrusted_forwarder'))).toEqual([]);
  });
});
