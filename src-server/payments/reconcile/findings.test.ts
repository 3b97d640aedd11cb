import { expect, test } from 'vitest';
import { PROVIDER_CHECKS, unreadableKey } from '#domain/pix/comparison';
import { Findings, UnansweredError } from './findings.ts';

const okOf = (findings: Findings, check: keyof typeof PROVIDER_CHECKS) =>
  findings.result().checks.find(({ name }) => name === PROVIDER_CHECKS[check])?.ok;

test('a fault in the comparison of one account is told, leaves its checks unverified, and stops no other', async () => {
  const findings = new Findings();
  const told: unknown[] = [];
  const step = (run: () => Promise<void>) => findings.step(['incoming'], run, (error) => told.push(error));
  const fault = new Error('too many SQL variables');
  expect(await step(() => Promise.reject(fault))).toBe('answered');
  expect(told).toEqual([fault]);
  expect([okOf(findings, 'incoming'), okOf(findings, 'balances')]).toEqual([null, true]);
  expect(await step(async () => {})).toBe('answered');
});

test('a check with a difference and an account that was not asked is both different and unverified', () => {
  const findings = new Findings();
  findings.differ(unreadableKey('incoming', 'ana'));
  findings.unverified('incoming', 'balances');
  const found = findings.result().checks.filter(({ ok }) => ok !== true);
  expect(found).toEqual([
    { name: PROVIDER_CHECKS.incoming, ok: false, count: 0, isPartial: true },
    { name: PROVIDER_CHECKS.balances, ok: null, count: 0 },
  ]);
});

test('a silent or refusing provider is told apart, and a database that is away ends the comparison', async () => {
  const step = (error: Error) =>
    new Findings().step(
      ['incoming'],
      () => Promise.reject(error),
      () => {},
    );
  expect(await step(new UnansweredError({ kind: 'unreached' }))).toBe('silent');
  expect(await step(new UnansweredError({ kind: 'refused', status: 429, errors: [] }))).toBe('refused');
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  await expect(step(away)).rejects.toBe(away);
});
