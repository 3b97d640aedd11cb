import { expect } from 'vitest';
import { test as base } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';

const DAY_MS = 24 * 3600 * 1000;
const HTTPS = { APP_ORIGIN: 'https://bank.example', SUPPORT_EMAIL: 'seguranca@bank.example' };

// Not an override: test files share a process and its fixtures.
const test = base.extend('env', HTTPS);

test('security.txt names contact, expiry, languages and policy in the format of RFC 9116', async ({
  bank,
}) => {
  const { status, headers, text } = await caller(bank)('GET', '/.well-known/security.txt');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const fields = text.trimEnd().split('\r\n');
  expect(fields).toEqual([
    'Contact: mailto:seguranca@bank.example',
    expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00\.000Z$/),
    'Preferred-Languages: pt, en',
    'Policy: https://bank.example/.well-known/security-policy.txt',
    'Canonical: https://bank.example/.well-known/security.txt',
  ]);
});

test('security.txt expires half a year ahead, however long the server has been running', async ({ bank }) => {
  const call = caller(bank);
  for (let year = 0; year < 3; year += 1) {
    const { text } = await call('GET', '/.well-known/security.txt');
    const [, expires = ''] = /^Expires: (\S+)\r$/m.exec(text) ?? [];
    const days = (Date.parse(expires) - bank.clock.real().getTime()) / DAY_MS;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThanOrEqual(180);
    bank.clock.passSeconds(365 * 24 * 3600);
  }
});

test('the policy that security.txt names is served in Portuguese and English', async ({ bank }) => {
  const call = caller(bank);
  const [, policy = ''] =
    /^Policy: https:\/\/bank\.example(\S+)\r$/m.exec((await call('GET', '/.well-known/security.txt')).text) ??
    [];
  const { status, headers, text } = await call('GET', policy);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toContain('Como relatar uma falha de segurança');
  expect(text).toContain('In English');
  expect(text.match(/seguranca@bank\.example/g)).toHaveLength(2);
});
