/** @module-tag postgresInCi */
import { expect } from 'vitest';
import { noteMoment } from '#server/kernel/clock-watch';
import { newKey } from '#server/protection/testing/protected-bank';
import type { TestBank } from '#server/testing/test-bank';
import { putRules } from './testing/rules-in-force.ts';
import { test } from './testing/waiting-test.ts';
import { releaseDue } from './waiting-worker.ts';

const DAYS = 40 * 86_400;

const note = ({ db, clock }: TestBank) => db.transaction((tx) => noteMoment(tx, clock.real()));

test("while the machine's clock is ahead no payment that waits is made, and it is once the clock is right", async ({
  bank,
  scene,
}) => {
  await note(bank);
  await scene.payBruno('600.00', newKey());
  bank.clock.passSeconds(DAYS);
  await releaseDue(bank);
  expect(await scene.balances()).toEqual([440_000, 60_000, 0]);
  bank.clock.passSeconds(-DAYS);
  await releaseDue(bank);
  expect(await scene.balances()).toEqual([440_000, 60_000, 0]);
  bank.clock.passSeconds(600);
  await releaseDue(bank);
  expect(await scene.balances()).toEqual([440_000, 0, 60_000]);
});

test("while the machine's clock is ahead no review ends undecided, and what an administrator decides is done", async ({
  bank,
  admin,
  scene,
}) => {
  await putRules(bank, admin, { holdFrom: 20, stepUpFrom: 20 });
  const [undecided, refused] = [
    await scene.payBruno('300.00', newKey()),
    await scene.payBruno('200.00', newKey()),
  ];
  await note(bank);
  const decision = { id: refused.id, decision: 'refused', reason: 'Não reconhece' } as const;
  await admin.call.admin.reviews.decide({ ...decision, idempotencyKey: newKey() });
  bank.clock.passSeconds(DAYS);
  await releaseDue(bank);
  expect(await scene.balances()).toEqual([470_000, 30_000, 0]);
  await note(bank);
  await releaseDue(bank);
  expect(await scene.balances()).toEqual([500_000, 0, 0]);
  expect(undecided.status).toBe('held');
});

test("while the machine's clock is ahead a customer's freeze gives what waits back", async ({
  bank,
  ana,
  scene,
}) => {
  await note(bank);
  await scene.payBruno('600.00', newKey());
  const { protections } = bank.db.tables;
  const frozen = { userId: ana.user.id, frozenAt: bank.clock.now() };
  await bank.db.transaction(async (tx) => {
    await tx
      .insert(protections)
      .values(frozen)
      .onConflictDoUpdate({ target: protections.userId, set: { frozenAt: frozen.frozenAt } });
  });
  bank.clock.passSeconds(DAYS);
  await releaseDue(bank);
  expect(await scene.balances()).toEqual([500_000, 0, 0]);
});
