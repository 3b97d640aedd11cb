/** @module-tag postgres */
import fc from 'fast-check';
import { expect } from 'vitest';
import { proofScale } from '#db/testing/proof-scale';
import { race } from '#db/testing/race-test';
import { ownerContext } from '#server/audit/owner-context';
import { endAllAccess } from '#server/auth/revoke';
import { balanceOf } from '#server/ledger/statement';
import { verifyLedger } from '#server/ledger/verify';
import { usesOf } from '#server/protection/testing/rules';
import { findWaiting } from '#server/protection/waiting/waiting-row';
import { failing } from '#server/testing/failing-db';
import { settledCodes } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { release } from './release.ts';
import { test } from './testing/waiting-test.ts';
import { releaseDue } from './waiting-worker.ts';

async function releaseNow(bank: TestBank, id: string): Promise<void> {
  const waiting = await findWaiting(bank.db, id);
  if (!waiting) throw new Error(`payment ${id} not found`);
  await release(await ownerContext(bank, waiting.userId), waiting);
}

test(
  'of 64 that undo and release a payment at once, one does',
  race(),
  async ({ bank, ana, bruno, scene }) => {
    for (let round = 0; round < 4; round += 1) {
      const before = await scene.balances();
      await bank.db.transaction((tx) => tx.delete(tx.tables.recipients));
      const { id } = await scene.payBruno('501.00');
      const calls = Array.from({ length: 64 }, (_, place) =>
        (place + round) % 2 === 0 ? scene.script.account.waiting.undo({ id }) : releaseNow(bank, id),
      );
      const codes = await settledCodes(calls);
      const undone = codes.filter((code, place) => (place + round) % 2 === 0 && code === 'done').length;
      const row = await findWaiting(bank.db, id);
      expect([row?.status, undone]).toEqual(row?.status === 'paid' ? ['paid', 0] : ['undone', 1]);
      const moved = row?.status === 'paid' ? 50_100 : 0;
      const [own = 0, , other = 0] = before;
      expect(await scene.balances()).toEqual([own - moved, 0, other + moved]);
    }
    const sent = await balanceOf(bank.db, bruno.accountId);
    for (const { transfer } of Object.values(await usesOf(bank, ana.user))) expect(transfer).toBe(sent);
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
  },
);

test(
  'of a payment that is released while its customer’s access ends, either is whole',
  race(),
  async ({ bank, ana, scene }) => {
    for (let round = 0; round < 8; round += 1) {
      await bank.db.transaction((tx) => tx.delete(tx.tables.recipients));
      const before = await scene.balances();
      const { id } = await scene.payBruno('501.00');
      const end = () =>
        bank.db.transaction((tx) => endAllAccess(tx, ana.user.id, { at: bank.clock.real(), keys: 'all' }));
      const both = [() => releaseNow(bank, id), end];
      const [one, other] = await Promise.all((round % 2 ? both : both.toReversed()).map((act) => act()));
      const { stoppedPayments = 0 } = one ?? other ?? {};
      await releaseDue(bank);
      const row = await findWaiting(bank.db, id);
      expect([row?.status, stoppedPayments]).toEqual(stoppedPayments ? ['undone', 1] : ['paid', 0]);
      const moved = row?.status === 'paid' ? 50_100 : 0;
      expect(await scene.balances()).toEqual([(before[0] ?? 0) - moved, 0, (before[2] ?? 0) + moved]);
    }
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
  },
);

test('two payments at once to a new payee both wait in one account', async ({ bank, scene }) => {
  const paid = await Promise.all([scene.payBruno('600.00'), scene.payBruno('700.00')]);
  expect(paid.map(({ status }) => status)).toEqual(['held', 'held']);
  expect(await scene.balances()).toEqual([370_000, 130_000, 0]);
  bank.clock.passSeconds(600);
  await Promise.all([releaseDue(bank), releaseDue(bank)]);
  expect(await scene.balances()).toEqual([370_000, 0, 130_000]);
});

test('a process that dies between hold and release loses no money, and another goes on', async ({
  bank,
  scene,
}) => {
  await scene.payBruno();
  bank.clock.passSeconds(600);
  // Dies after each commit of the worker: its claim, its release.
  for (let commits = 0; commits < 3; commits += 1) {
    await releaseDue({ ...bank, db: failing(bank.db, (nth) => nth > commits) }).catch(() => {});
    const [own = 0, reserved = 0, other = 0] = await scene.balances();
    expect([own, reserved + other]).toEqual([440_000, 60_000]);
    bank.clock.passSeconds(61);
  }
  await releaseDue(bank);
  expect(await scene.balances()).toEqual([440_000, 0, 60_000]);
});

const steps = fc.array(
  fc.oneof(
    fc.record({ pay: fc.integer({ min: 50_001, max: 80_000 }) }),
    fc.record({ undo: fc.nat(7) }),
    fc.record({ pass: fc.integer({ min: 1, max: 700 }) }),
  ),
  { minLength: 3, maxLength: 12 },
);

test('whatever is paid, undone and released, no cent is lost and the limits count what was paid or waits', {
  timeout: 240_000,
}, async ({ bank, ana, bruno, scene }) => {
  await fc.assert(
    fc.asyncProperty(steps, async (asked) => {
      const start = await scene.balances();
      const total = start.reduce((sum, cents) => sum + cents, 0);
      const ids: string[] = [];
      for (const step of asked) {
        if ('pay' in step) {
          await bank.db.transaction((tx) => tx.delete(tx.tables.recipients));
          await scene.payBruno((step.pay / 100).toFixed(2)).then(
            ({ id }) => ids.push(id),
            () => {},
          );
        } else if ('undo' in step) {
          const id = ids[step.undo % Math.max(1, ids.length)];
          if (id) await scene.script.account.waiting.undo({ id }).catch(() => {});
        } else {
          bank.clock.passSeconds(step.pass);
          await releaseDue(bank);
        }
        const [own = 0, reserved = 0, other = 0] = await scene.balances();
        expect(own + reserved + other).toBe(total);
        expect((await scene.script.account.waiting.list()).reserved).toBe((reserved / 100).toFixed(2));
        const month = (await usesOf(bank, ana.user))['month 2026-03'];
        expect(month?.transfer ?? 0).toBe(reserved + other);
      }
      expect(await balanceOf(bank.db, bruno.accountId)).toBe((await scene.balances())[2]);
    }),
    { numRuns: proofScale(10) },
  );
  expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
});
