/** @module-tag postgresInCi */
import { expect } from 'vitest';
import { balanceOf } from '#server/ledger/statement';
import { test } from '#server/payments/testing/pix-test';
import { activate, exhaustQuota, externalRow, loseApiKey } from '#server/payments/testing/scene';
import type { TestBank } from '#server/testing/test-bank';
import { daysToCompare } from './days-to-compare.ts';
import { reconcileDailySteps } from './reconcile.ts';

async function reconcileOn(bank: TestBank, day: string): Promise<void> {
  bank.clock.set(`${day}T12:30:00-03:00`);
  for (const { run } of reconcileDailySteps) await run(bank, day);
}

test('the first day after an outage books incoming money since the last verified reconciliation', async ({
  scene,
  bank,
  simulator,
  ana,
}) => {
  await activate(scene, ana);
  const { key } = await ana.call.pix.keys.create({ type: 'EVP' });
  const { accountId } = await externalRow(bank, ana.user.id);
  const balance = () => balanceOf(bank.db, accountId ?? '');
  const payOn = async (day: string) => {
    simulator.simulator.clock.set(new Date(`${day}T12:00:00-03:00`));
    await simulator.control('POST', '/simulator/receive', { addressKey: key, value: 10 });
  };
  const runOn = (day: string) => reconcileOn(bank, day);
  await runOn('2026-03-10');
  await payOn('2026-03-11');
  await simulator.goDown();
  for (const day of ['2026-03-12', '2026-03-13', '2026-03-20']) await runOn(day);
  expect(await balance()).toBe(0);
  await simulator.comeBack();
  await runOn('2026-03-21');
  expect(await balance()).toBe(1_000);
});

test('a customer who uses up the calls of the own account makes no later reconciliation go further back', async ({
  scene,
  bank,
  simulator,
  ana,
}) => {
  await activate(scene, ana);
  await reconcileOn(bank, '2026-03-10');
  simulator.simulator.faults.quota = 12;
  await exhaustQuota(ana);
  await reconcileOn(bank, '2026-03-20');
  expect(await daysToCompare(bank)).toBe(3);
});

test('a reconciliation by hand that leaves out payments of the bank’s own account makes no later one go back less', {
  tags: ['prove'],
}, async ({ bank, simulator, ana, scene, admin }) => {
  await activate(scene, ana);
  await reconcileOn(bank, '2026-03-10');
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '50.00', reason: 'Depósito' });
  const { id } = await ana.call.pix.move({ direction: 'in', amount: '10.00' });
  const { store } = simulator.simulator;
  const [sent] = store.list('transfer', { reference: id });
  if (!sent) throw new Error('the provider lacks the transfer');
  const { accountId, dateCreated: day } = sent;
  store.transaction(() => {
    for (let made = 0; made < 4_000; made += 1) {
      const reference = `more-${made}`;
      const more = { ...sent, id: reference, externalReference: reference };
      store.insert('transfer', reference, more, { accountId, reference, day });
    }
  });
  bank.clock.set('2026-03-20T12:30:00-03:00');
  expect(await admin.call.admin.ledger.reconcile()).toMatchObject({ isVerified: false });
  expect(await daysToCompare(bank)).toBe(11);
});

test('a reconciliation with a difference goes as far back as another while the bank’s own account was not compared', async ({
  scene,
  bank,
  simulator,
  ana,
}) => {
  await activate(scene, ana);
  await loseApiKey(bank, ana);
  await reconcileOn(bank, '2026-03-10');
  simulator.simulator.faults.quota = 1;
  await reconcileOn(bank, '2026-03-20');
  expect(await daysToCompare(bank)).toBe(11);
  simulator.simulator.faults.quota = 0;
  await reconcileOn(bank, '2026-03-21');
  expect(await daysToCompare(bank)).toBe(3);
});
