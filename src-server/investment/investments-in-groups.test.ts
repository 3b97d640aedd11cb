/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { testEngine } from '#db/testing/test-db';
import { adjustment } from '#server/account/adjust';
import { verifyAudit } from '#server/audit/verify';
import type { Decision } from '#server/decision/decision';
import { commitGroup, type Item } from '#server/decision/group';
import { whileHeld } from '#server/decision/testing/held-account';
import { itemOf } from '#server/decision/testing/item';
import { balanceOf } from '#server/ledger/statement';
import { failingAt, InjectedFault } from '#server/ledger/testing/faults';
import { verifyLedger } from '#server/ledger/verify';
import { test as bankTest } from '#server/testing/bank-test';
import { fingerprint } from '#server/testing/matrix-scene';
import { openBankWithTwo } from '#server/testing/people';
import type { TestBank } from '#server/testing/test-bank';
import { investmentDailySteps } from './daily-steps.ts';
import { INVEST } from './invest.ts';
import { REDEEM } from './redeem.ts';

async function openWithProduct(...options: Parameters<typeof openBankWithTwo>) {
  const scene = await openBankWithTwo(...options);
  const product = await scene.admin.call.investment.products.create({
    name: 'CDB Vale 90',
    description: 'Renda fixa com prazo de 90 dias',
    minAmount: '10.00',
    annualRate: '12.00',
    termDays: 90,
  });
  const { ana, admin } = scene;
  const put = (amount: number) => item(INVEST, { productId: product.id, amount });
  const redeem = (id: string) => item(REDEEM, { id });
  const adjust = (amount: number) =>
    itemOf(scene.bank, admin.user, adjustment(null), {
      id: ana.accountId,
      amount,
      reason: 'Acerto de conta',
    });
  function item<Input extends object, Facts extends object, Answer>(
    decision: Decision<Input, Facts, Answer>,
    input: Input,
  ): Item {
    return itemOf(scene.bank, ana.user, decision, input);
  }
  return { ...scene, product, put, redeem, adjust };
}

const test = bankTest.extend('scene', () => openWithProduct());

const decided = async ({ db }: TestBank, items: Item[]) =>
  (await db.transaction((tx) => commitGroup(tx, items))).map((one) =>
    one.ok ? 'done' : (one.error as { code: string }).code,
  );

const investmentAccounts = ({ db }: TestBank) =>
  db.$count(db.tables.accounts, eq(db.tables.accounts.accountType, 'investment'));

test('investments of one group open one account and share the balance', async ({ scene }) => {
  const { bank, ana, put, adjust } = scene;
  const codes = await decided(bank, [put(6_000), put(6_000), adjust(2_000), put(6_000), put(1_000)]);
  expect(codes).toEqual(['done', 'INSUFFICIENT_FUNDS', 'done', 'done', 'INSUFFICIENT_FUNDS']);
  expect(await balanceOf(bank.db, ana.accountId)).toBe(0);
  expect(await investmentAccounts(bank)).toBe(1);
  expect((await ana.call.investment.list({})).totals).toMatchObject({ count: 2, invested: '120.00' });
  expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
  expect(await verifyAudit(bank.db, bank.keys)).toMatchObject({ ok: true });
});

test('a redemption twice in one group pays once', async ({ scene: { bank, ana, put, redeem } }) => {
  await decided(bank, [put(6_000)]);
  const [one] = (await ana.call.investment.list({})).investments;
  const id = one?.id ?? '';
  expect(await decided(bank, [redeem(id), redeem(id), redeem('missing')])).toEqual([
    'done',
    'INVESTMENT_ENDED',
    'NOT_FOUND',
  ]);
  expect(await balanceOf(bank.db, ana.accountId)).toBe(10_000);
});

test('refused investments and adjustments write nothing, and open no account', async ({ scene }) => {
  const { bank, put, redeem, adjust } = scene;
  const before = await fingerprint(bank);
  expect(await decided(bank, [put(10_001), put(999), redeem('missing'), adjust(-10_001)])).toEqual([
    'INSUFFICIENT_FUNDS',
    'VALIDATION',
    'NOT_FOUND',
    'INSUFFICIENT_FUNDS',
  ]);
  expect(await fingerprint(bank)).toBe(before);
  expect(await investmentAccounts(bank)).toBe(0);
});

test('a group of investments and adjustments leaves nothing behind, whichever of its statements fails', async ({
  scene: { bank, ana, put, redeem, adjust },
}) => {
  await decided(bank, [put(1_000)]);
  const [one] = (await ana.call.investment.list({})).investments;
  const items = [put(2_000), redeem(one?.id ?? ''), adjust(-500)];
  const before = await fingerprint(bank);
  let failing = 0;
  for (let allRan = false; !allRan; ) {
    failing += 1;
    const broken = bank.db.transaction(async (tx) => {
      await commitGroup(failingAt(tx, failing).tx, items);
      allRan = true;
      throw new InjectedFault('after the last statement');
    });
    await expect(broken).rejects.toThrow(InjectedFault);
    expect(await fingerprint(bank)).toBe(before);
  }
  expect(failing).toBeGreaterThan(15);
});

bankTest('investments that mature on one day are paid in a few commits', async () => {
  let commits = 0;
  const { bank, ana, put } = await openWithProduct({}, { onCommit: () => (commits += 1) });
  await decided(
    bank,
    Array.from({ length: 10 }, () => put(1_000)),
  );
  const day = '2026-06-08';
  bank.clock.set(`${day}T09:00:00-03:00`);
  commits = 0;
  for (const step of investmentDailySteps) await step.run(bank, day);
  expect(commits).toBeGreaterThanOrEqual(1);
  expect(commits).toBeLessThanOrEqual(3);
  // 0.27 of yield each; 22.5 % of it is 0.06.
  expect(await balanceOf(bank.db, ana.accountId)).toBe(10 * (1_000 + 27 - 6));
  expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
});

bankTest('a matured investment that cannot be paid stops no other, and the run says so', async () => {
  const { bank, put } = await openWithProduct();
  await decided(
    bank,
    Array.from({ length: 3 }, () => put(1_000)),
  );
  const { investments } = bank.db.tables;
  const [one] = await bank.db.select().from(investments);
  if (!one) throw new Error('no investment');
  await bank.db.transaction(async (tx) => {
    // More than the account of the investments holds.
    const id = one.id.replace(/^.{4}/, '0000');
    await tx.insert(investments).values({ ...one, id, amountCents: 9_000_000 });
  });
  const day = '2026-06-08';
  bank.clock.set(`${day}T09:00:00-03:00`);
  const [step] = investmentDailySteps;
  for (let run = 0; run < 2; run += 1)
    await expect(step?.run(bank, day)).rejects.toMatchObject({ cause: { code: 'INSUFFICIENT_FUNDS' } });
  const rows = await bank.db.select().from(investments).orderBy(investments.id);
  expect(rows.map(({ status }) => status)).toEqual(['active', 'matured', 'matured', 'matured']);
  expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
});

describe.runIf(testEngine() === 'postgres')('groups that wait for one account', () => {
  test('open one investment account for it', async ({ scene: { bank, ana, put } }) => {
    const invest = () => decided(bank, [put(1_000)]);
    expect(await whileHeld(bank, ana.accountId, [invest, invest])).toEqual([['done'], ['done']]);
    expect(await investmentAccounts(bank)).toBe(1);
  });

  test('give no money to a customer who is closed meanwhile', async ({ scene: { bank, ana, adjust } }) => {
    const before = `UPDATE accounts SET is_active = false WHERE user_id = '${ana.user.id}';
      UPDATE users SET is_active = false, closed_at = now() WHERE id = '${ana.user.id}'`;
    const deposit = () => decided(bank, [adjust(1_000)]);
    expect(await whileHeld(bank, ana.accountId, [deposit], before)).toEqual([['USER_CLOSED']]);
  });
});
