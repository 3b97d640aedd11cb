/** @module-tag postgres */
import { expect, test } from 'vitest';
import { makeAdmin } from '#server/testing/people';
import { testBank } from '#server/testing/test-bank';
import { fillBank } from './bank-fill.ts';
import { fillLedger } from './fill.ts';
import { makeCustomers } from './people.ts';

const NOW = '2026-03-16T15:30:00-03:00';

type Bank = Awaited<ReturnType<typeof testBank>>;

const FILLS: [string, (bank: Bank) => Promise<void>][] = [
  ['everything that the dashboard counts', (bank) => fillBank(bank, { customers: 90, entries: 3_000 })],
  ['many transfers', async (bank) => fillLedger(bank, await makeCustomers(bank, 10), 2_000)],
];

test.each(FILLS)('a generated bank with %s reconciles', async (_, fill) => {
  const bank = await testBank();
  bank.clock.set(NOW);
  await fill(bank);
  const { call } = await makeAdmin(bank);
  const { ok, checks, differences } = await call.admin.ledger.reconcile();
  expect(differences).toEqual([]);
  // Without a provider what it knows is not verified.
  expect(checks.filter((check) => check.ok === false)).toEqual([]);
  expect(ok).toBe(true);
  const audited = checks.find(({ name }) => name.startsWith('Auditoria: nenhuma linha'));
  expect(audited?.count).toBeGreaterThan(800);
});
