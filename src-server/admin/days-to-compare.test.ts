/** @module-tag postgres */
import { expect } from 'vitest';
import { balanceOf } from '#server/ledger/statement';
import { test } from '#server/payments/testing/pix-test';
import { activate, externalRow } from '#server/payments/testing/scene';
import { reconcileDailySteps } from './reconcile.ts';

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
  const runOn = async (day: string) => {
    bank.clock.set(`${day}T12:30:00-03:00`);
    for (const { run } of reconcileDailySteps) await run(bank, day);
  };
  await runOn('2026-03-10');
  await payOn('2026-03-11');
  await simulator.goDown();
  for (const day of ['2026-03-12', '2026-03-13', '2026-03-20']) await runOn(day);
  expect(await balance()).toBe(0);
  await simulator.comeBack();
  await runOn('2026-03-21');
  expect(await balance()).toBe(1_000);
});
