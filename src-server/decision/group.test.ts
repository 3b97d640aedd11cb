/** @module-tag postgres */
import { expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { testEngine } from '#db/testing/test-db';
import { TRANSFER } from '#server/account/transfer';
import { verifyAudit } from '#server/audit/verify';
import { balanceOf, balancesOf } from '#server/ledger/statement';
import { failingAt, InjectedFault } from '#server/ledger/testing/faults';
import { verifyLedger } from '#server/ledger/verify';
import { test } from '#server/testing/bank-test';
import { fingerprint } from '#server/testing/matrix-scene';
import { callerOf, makeAdmin, makeCustomer } from '#server/testing/people';
import { settledCodes } from '#server/testing/refusal-of';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { commitGroup } from './group.ts';
import { itemOf, requestFrom } from './testing/item.ts';

type Customer = Awaited<ReturnType<typeof makeCustomer>>;

const count = async ({ db }: TestBank, name: 'auditLog' | 'transactions' | 'idempotency' | 'outbox') =>
  db.$count(db.tables[name]);

test('decisions that wait together see what the ones before them decided', async ({ bank, ana, bruno }) => {
  const send = (amount: string) =>
    ana.call.account.transfer({ accountNumber: bruno.accountNumber, amount, description: 'Aluguel' });
  const back = () =>
    bruno.call.account.transfer({
      accountNumber: ana.accountNumber,
      amount: '70.00',
      description: 'Aluguel',
    });
  // 100.00: the third finds too little, and Bruno has 80.00 when he sends 70.00 back.
  const codes = await settledCodes([send('60.00'), send('20.00'), send('30.00'), back(), send('90.00')]);
  expect(codes).toEqual(['done', 'done', 'INSUFFICIENT_FUNDS', 'done', 'done']);
  expect([await balanceOf(bank.db, ana.accountId), await balanceOf(bank.db, bruno.accountId)]).toEqual([
    0, 10_000,
  ]);
  expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
  expect(await verifyAudit(bank.db, bank.keys)).toMatchObject({ ok: true });
});

test('one key in one group moves money once, and with another request it is refused', async ({
  bank,
  ana,
  bruno,
}) => {
  const before = await count(bank, 'transactions');
  const send = (amount: string) =>
    ana.call.account.transfer({
      accountNumber: bruno.accountNumber,
      amount,
      description: 'Aluguel',
      idempotencyKey: 'aluguel-2026-03',
    });
  const [first, second] = await Promise.all([send('10.00'), send('10.00')]);
  expect(second).toEqual(first);
  expect(await settledCodes([send('10.00'), send('11.00')])).toEqual(['done', 'IDEMPOTENCY_KEY_REUSED']);
  expect(await count(bank, 'transactions')).toBe(before + 1);
  expect(await count(bank, 'idempotency')).toBe(1);
});

test('a refused decision writes nothing and keeps no key', async ({ bank, ana, bruno }) => {
  const before = await fingerprint(bank);
  const asked = {
    accountNumber: bruno.accountNumber,
    amount: '100.01',
    description: 'Aluguel',
    idempotencyKey: 'alto-demais',
  };
  expect(await settledCodes([ana.call.account.transfer(asked), ana.call.account.transfer(asked)])).toEqual([
    'INSUFFICIENT_FUNDS',
    'INSUFFICIENT_FUNDS',
  ]);
  expect(await fingerprint(bank)).toBe(before);
});

test('of many letters to one receiver in a group five are sent and one tells of the rest', async ({
  bank,
  ana,
  bruno,
}) => {
  const send = () =>
    ana.call.account.transfer({ accountNumber: bruno.accountNumber, amount: '1.00', description: 'Aluguel' });
  await Promise.all(Array.from({ length: 9 }, send));
  await Promise.all(Array.from({ length: 3 }, send));
  const { outbox, notifications } = bank.db.tables;
  const kinds = (await bank.db.select({ kind: outbox.kind }).from(outbox)).map(({ kind }) => kind).sort();
  expect(kinds).toEqual(['many_received', ...Array.from({ length: 5 }, () => 'transfer_received')].sort());
  expect(await bank.db.$count(notifications)).toBe(12);
});

const transferOf = (bank: TestBank, from: Customer, to: Customer, idempotencyKey: string) =>
  itemOf(bank, from.user, TRANSFER, {
    accountNumber: to.accountNumber,
    amount: 100,
    description: 'Aluguel',
    idempotencyKey,
  });

test('a key that occurs twice in a group is decided once', async ({ bank, ana, bruno }) => {
  const items = ['twice', 'twice', 'other'].map((key) => transferOf(bank, ana, bruno, key));
  const before = await count(bank, 'transactions');
  const [first, second, third] = await bank.db.transaction((tx) => commitGroup(tx, items));
  expect(first).toMatchObject({ ok: true, value: { balanceAfter: '99.00' } });
  expect(second).toEqual(first);
  expect(third).toMatchObject({ ok: true, value: { balanceAfter: '98.00' } });
  expect(await count(bank, 'transactions')).toBe(before + 2);
});

test.runIf(testEngine() === 'postgres')(
  'a group waits for the holder of one of its keys',
  async ({ bank, ana, bruno }) => {
    const raw = await openRaw(engineOf(bank.db).url);
    onTestFinished(() => raw.close());
    await raw.run(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('${ana.user.id} held', 0))`);
    let isDone = false;
    const group = bank.db
      .transaction((tx) => commitGroup(tx, [transferOf(bank, ana, bruno, 'held')]))
      .finally(() => {
        isDone = true;
      });
    const waiting =
      "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    await expect.poll(() => raw.run(waiting)).toEqual([{ n: 1 }]);
    expect(isDone).toBe(false);
    await raw.run('ROLLBACK');
    expect(await group).toMatchObject([{ ok: true }]);
  },
);

test('a group leaves nothing behind, whichever of its statements fails', async ({ bank, ana, bruno }) => {
  const items = ['one', 'two'].map((key) => transferOf(bank, ana, bruno, key));
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
  expect(failing).toBeGreaterThan(12);
});

test('decisions that come together share a COMMIT', async () => {
  let commits = 0;
  const bank = await testBank({}, { onCommit: () => (commits += 1) });
  const admin = await makeAdmin(bank);
  const people = await Promise.all(Array.from({ length: 8 }, () => makeCustomer(bank)));
  for (const { accountId } of people)
    await admin.call.admin.accounts.adjust({ id: accountId, amount: '1.00', reason: 'Depósito' });
  commits = 0;
  const toNext = ({ user }: (typeof people)[number], place: number) =>
    // Of one network one call begins per turn of the event loop.
    callerOf(bank, user, { request: requestFrom(`198.51.100.${place}`) }).account.transfer({
      accountNumber: people[(place + 1) % people.length]?.accountNumber ?? '',
      amount: '1.00',
      description: 'Rodada',
    });
  await Promise.all(people.map(toNext));
  expect(commits).toBeGreaterThanOrEqual(1);
  expect(commits).toBeLessThanOrEqual(3);
  const balances = await balancesOf(
    bank.db,
    people.map(({ accountId }) => accountId),
  );
  expect([...balances.values()]).toEqual(people.map(() => 100));
});
