/** @module-tag postgresInCi */
import { expect, test } from 'vitest';
import type { Db } from '#db/db';
import { testDb } from '#db/testing/test-db';
import { parseKeys } from '#server/kernel/keys';
import { auditContext, testKeys } from '#server/ledger/testing/bank';
import { keepTables, tamper } from '#server/ledger/testing/tamper';
import { record } from './record.ts';
import { verifyAudit } from './verify.ts';

const ROWS = 12;

async function logOf(rows = ROWS): Promise<Db> {
  const db = await testDb({ verify: false });
  for (let row = 1; row <= rows; row += 1) await append(db, row);
  return db;
}

const append = (db: Db, row: number) =>
  db.transaction((tx) =>
    record(tx, auditContext(row % 3 ? { id: `user ${row}`, fullName: 'Ana Lima' } : null), {
      action: row % 2 ? 'login' : 'transfer',
      entityType: row % 2 ? 'session' : 'transaction',
      entityId: row % 4 ? `entity ${row}` : null,
      ...(row % 2 ? {} : { changes: { amount: '10.00', to: '0000-0000' } }),
    }),
  );

test('an untouched audit log verifies, empty or not', async () => {
  const db = await testDb();
  expect(await verifyAudit(db, testKeys)).toEqual({ ok: true, firstBrokenSeq: null, checked: 0 });
  for (let row = 1; row <= 5; row += 1) await append(db, row);
  expect(await verifyAudit(db, testKeys)).toEqual({ ok: true, firstBrokenSeq: null, checked: 5 });
});

const COLUMNS = `seq, id, user_id, user_name, action, entity_type, entity_id, changes, ip_address, user_agent, created_at,
  key_id, previous_hash, hash`;
const copyOf = (seq: number, to: number, id: string) => `insert into audit_log (${COLUMNS})
  select ${to}, '${id}', user_id, user_name, action, entity_type, entity_id, changes, ip_address, user_agent, created_at,
    key_id, previous_hash, hash from audit_log where seq = ${seq}`;
const edit = (column: string, value: string) => [`update audit_log set ${column} = ${value} where seq = 6`];

const TAMPERED: [what: string, statements: string[], firstBrokenSeq: number][] = [
  ['who', edit('user_id', "'user 1'"), 6],
  ['the name', edit('user_name', "'Bia Lima'"), 6],
  ['a name removed', ['update audit_log set user_name = null where seq = 7'], 7],
  ['the action', edit('action', "'logout'"), 6],
  ['the kind of entity', edit('entity_type', "'user'"), 6],
  ['the entity', edit('entity_id', "'entity 7'"), 6],
  ['the changes, in white space alone', edit('changes', "changes || ' '"), 6],
  ['the address', edit('ip_address', "'127.0.0.2'"), 6],
  ['the browser', edit('user_agent', "'curl'"), 6],
  ['the id', edit('id', "'another'"), 6],
  ['the key’s id', edit('key_id', "'other'"), 6],
  ['the hash', edit('hash', 'previous_hash'), 6],
  ['the hash before', edit('previous_hash', 'hash'), 6],
  ['the first row', ["update audit_log set action = 'logout' where seq = 1"], 1],
  ['the last row', [`update audit_log set action = 'logout' where seq = ${ROWS}`], ROWS],
  ['a row deleted', ['delete from audit_log where seq = 6'], 6],
  [
    'a row deleted and the rest moved up',
    [
      'delete from audit_log where seq = 6',
      'update audit_log set seq = -(seq - 1) where seq > 6',
      'update audit_log set seq = -seq where seq < 0',
    ],
    6,
  ],
  ['the first row deleted', ['delete from audit_log where seq = 1'], 1],
  [
    'two rows swapped',
    [
      'update audit_log set seq = -1 where seq = 4',
      'update audit_log set seq = 4 where seq = 8',
      'update audit_log set seq = 8 where seq = -1',
    ],
    4,
  ],
  [
    'a row put in between',
    [
      'update audit_log set seq = -(seq + 1) where seq >= 5',
      'update audit_log set seq = -seq where seq < 0',
      copyOf(4, 5, 'copy'),
    ],
    5,
  ],
  ['a row put before the first', [copyOf(3, 0, 'copy')], 1],
  ['a row put at the end', [copyOf(ROWS, ROWS + 1, 'copy')], ROWS + 1],
  [
    'a row put at the end, and the head',
    [copyOf(ROWS, ROWS + 1, 'copy'), `update audit_head set seq = ${ROWS + 1}`],
    ROWS + 1,
  ],
  ['the tail cut', [`delete from audit_log where seq > ${ROWS - 3}`], ROWS - 2],
  ['the last row cut', [`delete from audit_log where seq = ${ROWS}`], ROWS],
  ['everything cut', ['delete from audit_log'], 1],
  ['the head ahead', ['update audit_head set seq = seq + 1'], ROWS + 1],
  ['the head behind', ['update audit_head set seq = seq - 1'], ROWS],
  ['another head', ["update audit_head set hash = 'x'"], ROWS],
  ['no head', ['delete from audit_head'], ROWS + 1],
];

test('audit verification names the first broken row of every kind of tampering', async () => {
  const db = await logOf();
  const restore = await keepTables(db, 'audit_log', 'audit_head');
  for (const [what, statements, firstBrokenSeq] of TAMPERED) {
    await tamper(db, ...statements);
    const found = { ok: false, firstBrokenSeq, checked: firstBrokenSeq - 1 };
    expect(await verifyAudit(db, testKeys), what).toMatchObject(found);
    await tamper(db, ...restore);
    expect(await verifyAudit(db, testKeys), `${what}, put back`).toMatchObject({ ok: true, checked: ROWS });
  }
}, 60_000);

test('audit verification says whether a row is missing, changed or unlinked, or the head is wrong', async () => {
  const db = await logOf();
  const restore = await keepTables(db, 'audit_log', 'audit_head');
  const faults = [
    ['missing', 'delete from audit_log where seq = 3'],
    ['missing', `delete from audit_log where seq = ${ROWS}`],
    ['changed', "update audit_log set action = 'x' where seq = 3"],
    ['changed', "update audit_log set previous_hash = 'x' where seq = 3"],
    ['head', 'update audit_head set seq = seq - 1'],
  ] as const;
  for (const [fault, statement] of faults) {
    await tamper(db, statement);
    expect(await verifyAudit(db, testKeys), statement).toMatchObject({ ok: false, fault });
    await tamper(db, ...restore);
  }
  // Puts back the first row 6: its signature is genuine, but it follows a row 5 that is gone.
  await tamper(
    db,
    'delete from audit_log where seq > 4',
    'update audit_head set seq = 4, hash = (select hash from audit_log where seq = 4)',
  );
  for (const row of [50, 60]) await append(db, row);
  await tamper(
    db,
    'delete from audit_log where seq = 6',
    'insert into audit_log select * from kept_audit_log where seq = 6',
  );
  expect(await verifyAudit(db, testKeys)).toEqual({
    ok: false,
    firstBrokenSeq: 6,
    checked: 5,
    fault: 'unlinked',
  });
}, 60_000);

test('an audit time changed by one millisecond is found', async () => {
  const db = await logOf();
  const later = db.engine === 'sqlite' ? 'created_at + 1' : "created_at + interval '1 millisecond'";
  await tamper(db, `update audit_log set created_at = ${later} where seq = 2`);
  expect(await verifyAudit(db, testKeys)).toMatchObject({ ok: false, firstBrokenSeq: 2 });
});

test('audit rows cannot be forged or verified without the key', async () => {
  const db = await logOf(3);
  const forger = parseKeys(`test:${Buffer.alloc(32, 1).toString('base64')}`);
  expect(await verifyAudit(db, forger)).toMatchObject({ ok: false, firstBrokenSeq: 1 });
  await db.transaction((tx) =>
    record(
      tx,
      { ...auditContext(), keys: forger },
      { action: 'login', entityType: 'session', entityId: null },
    ),
  );
  expect(await verifyAudit(db, testKeys)).toMatchObject({ ok: false, firstBrokenSeq: 4 });
});

test('audit rows signed with an older key still verify after a key rotation', async () => {
  const db = await logOf(3);
  const old = Buffer.alloc(32, 'valebank').toString('base64');
  const both = parseKeys(`next:${Buffer.alloc(32, 2).toString('base64')},test:${old}`);
  await db.transaction((tx) =>
    record(tx, { ...auditContext(), keys: both }, { action: 'login', entityType: 'session', entityId: null }),
  );
  expect(await verifyAudit(db, both)).toEqual({ ok: true, firstBrokenSeq: null, checked: 4 });
});

test('an audit log of several chunks is verified whole while others write', async () => {
  const db = await testDb();
  const batch = (rows: number) => Promise.all(Array.from({ length: rows }, (_, row) => append(db, row)));
  await batch(1_100);
  const [verdict] = await Promise.all([verifyAudit(db, testKeys), batch(150)]);
  expect(verdict.ok).toBe(true);
  expect(verdict.checked).toBeGreaterThanOrEqual(1_100);
  expect(await verifyAudit(db, testKeys)).toEqual({ ok: true, firstBrokenSeq: null, checked: 1_250 });
}, 60_000);
