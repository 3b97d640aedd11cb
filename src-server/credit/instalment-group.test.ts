/** @module-tag postgres */
import { expect } from 'vitest';
import { systemContext } from '#server/audit/system-actor';
import { verifyAudit } from '#server/audit/verify';
import { commitGroup, type Item } from '#server/decision/group';
import { itemOf } from '#server/decision/testing/item';
import { verifyLedger } from '#server/ledger/verify';
import { test as bankTest } from '#server/testing/bank-test';
import { fingerprint } from '#server/testing/matrix-scene';
import { PAY_DUE } from './auto-pay.ts';
import { PAY_INSTALMENT } from './pay-instalment.ts';
import { signedCredit } from './testing/loan.ts';

const DUE_ON = '2026-04-10';

/** A credit of two instalments, the first of them due today; the account holds both and more. */
const test = bankTest.extend('scene', async ({ setup: scene }) => {
  const { bank, ana, admin } = scene;
  const proposalId = await signedCredit(scene, { termMonths: 2 });
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '1000.00', reason: 'Depósito' });
  bank.clock.set(`${DUE_ON}T09:00:00-03:00`);
  const { schedules } = await ana.call.credit.schedules({ proposalId });
  const [one = '', two = ''] = schedules.toReversed().map(({ id }) => id);
  const byHand = (id: string) =>
    itemOf(bank, ana.user, PAY_INSTALMENT, { ids: [id], proposalIds: [proposalId], total: undefined });
  const byRun = (id: string): Item => ({
    ctx: systemContext(bank),
    decision: PAY_DUE as never,
    input: { id, dueOn: DUE_ON, proposalId, userId: ana.user.id, accountId: ana.accountId, day: DUE_ON },
    asked: { key: undefined, request: null },
  });
  const decided = async (items: Item[]) =>
    (await bank.db.transaction((tx) => commitGroup(tx, items))).map((outcome) =>
      outcome.ok ? 'paid' : (outcome.error as { code: string }).code,
    );
  const actions = async () => {
    const { auditLog } = bank.db.tables;
    const rows = await bank.db.select({ action: auditLog.action }).from(auditLog).orderBy(auditLog.seq);
    return rows.map(({ action }) => action);
  };
  return { ...scene, one, two, byHand, byRun, decided, actions };
});

test('of decisions in one group, by hand and by the daily run, the first pays an instalment', async ({
  scene: { bank, one, two, byHand, byRun, decided, actions },
}) => {
  const before = (await actions()).length;
  expect(await decided([byRun(one), byHand(one), byHand(two), byRun(two)])).toEqual([
    'paid',
    'INSTALMENT_PAID',
    'paid',
    'INSTALMENT_PAID',
  ]);
  // The second payment knows of the first: it was the last one.
  expect((await actions()).slice(before).sort()).toEqual([
    'finish_credit',
    'pay_instalment',
    'pay_instalment',
    'update_rating',
  ]);
  expect((await verifyLedger(bank.db)).ok).toBe(true);
  expect((await verifyAudit(bank.db, bank.keys)).ok).toBe(true);
});

test('a refused payment leaves nothing behind, and the others of its group are made', async ({
  scene: { bank, ana, admin, one, two, byHand, byRun, decided },
}) => {
  await admin.call.admin.accounts.freeze({ id: ana.accountId, reason: 'Análise' });
  const before = await fingerprint(bank);
  expect(await decided([byHand(one), byRun(one), byHand('nobody')])).toEqual([
    'ACCOUNT_INACTIVE',
    'ACCOUNT_INACTIVE',
    'NOT_FOUND',
  ]);
  expect(await fingerprint(bank)).toBe(before);
  await admin.call.admin.accounts.unfreeze({ id: ana.accountId, reason: 'Análise' });
  expect(await decided([byHand('nobody'), byHand(one), byRun(two)])).toEqual(['NOT_FOUND', 'paid', 'paid']);
});
