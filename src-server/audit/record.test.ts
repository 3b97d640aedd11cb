/** @module-tag postgres */
import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { assertHeadWasLast } from '#db/testing/last-write';
import { testDb } from '#db/testing/test-db';
import { refuse } from '#domain/refusal';
import { auditContext, NOON } from '#server/ledger/testing/bank';
import { lockHead, record } from './record.ts';

const EVENT = { action: 'login', entityType: 'session', entityId: null } as const;
const SETTING = { name: 'x', value: 1, changedAt: NOON };

test('an audit row says who did what from where, and follows the row before it', async () => {
  const db = await testDb();
  const { auditLog, auditHead } = db.tables;
  await db.transaction((tx) =>
    record(tx, auditContext({ id: 'u', fullName: 'Ana Lima' }), {
      action: 'transfer',
      entityType: 'transaction',
      entityId: 't',
      changes: { to: '0000-0000', amount: '10.00', none: undefined },
    }),
  );
  await db.transaction((tx) =>
    record(tx, auditContext(), { action: 'logout', entityType: 'session', entityId: null }),
  );
  const [first, second, ...rest] = await db.select().from(auditLog).orderBy(asc(auditLog.seq));
  expect(rest).toEqual([]);
  expect(first).toMatchObject({
    seq: 1,
    userId: 'u',
    userName: 'Ana Lima',
    action: 'transfer',
    entityType: 'transaction',
    entityId: 't',
    changes: '{"amount":"10.00","to":"0000-0000"}',
    ipAddress: '127.0.0.1',
    userAgent: 'vitest',
    createdAt: NOON,
    keyId: 'test',
  });
  expect(second).toMatchObject({ seq: 2, userId: null, userName: null, entityId: null, changes: null });
  expect(second?.previousHash).toBe(first?.hash);
  expect(await db.select().from(auditHead)).toEqual([{ id: 1, seq: 2, hash: second?.hash }]);
});

test('an undone action leaves no audit row and no gap', async () => {
  const db = await testDb();
  const undone = db.transaction(async (tx) => {
    await record(tx, auditContext(), EVENT);
    refuse('BUSY');
  });
  await expect(undone).rejects.toThrow('BUSY');
  await Promise.all(
    Array.from({ length: 40 }, () => db.transaction((tx) => record(tx, auditContext(), EVENT))),
  );
  const { auditLog } = db.tables;
  const rows = await db.select({ seq: auditLog.seq }).from(auditLog).orderBy(asc(auditLog.seq));
  expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test('what a transaction writes after recording is still written before the audit head is locked', async () => {
  const db = await testDb();
  const { auditLog, bankSettings } = db.tables;
  await db.transaction(async (tx) => {
    await record(tx, auditContext(), EVENT);
    await tx.insert(bankSettings).values(SETTING);
    await record(tx, auditContext(), { ...EVENT, action: 'logout' });
    expect(await tx.$count(auditLog)).toBe(0);
  });
  expect(assertHeadWasLast).not.toThrow();
  const rows = await db.select({ action: auditLog.action }).from(auditLog).orderBy(asc(auditLog.seq));
  expect(rows).toEqual([{ action: 'login' }, { action: 'logout' }]);
});

test('a write after the audit head fails the test that made it', async () => {
  const db = await testDb();
  await db.transaction(async (tx) => {
    await lockHead(tx);
    await tx.insert(tx.tables.bankSettings).values(SETTING);
  });
  expect(assertHeadWasLast).toThrow('"bank_settings" is written or locked after the audit head');
});
