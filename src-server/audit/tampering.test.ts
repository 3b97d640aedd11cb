/**
 * @module-tag postgres
 * @module-tag scaled
 */
import { expect, test } from 'vitest';
import type { Db } from '#db/db';
import { proofScale } from '#db/testing/proof-scale';
import { testDb } from '#db/testing/test-db';
import { auditContext, testKeys } from '#server/ledger/testing/bank';
import { keepTables, tamper } from '#server/ledger/testing/tamper';
import { record } from './record.ts';
import { verifyAudit } from './verify.ts';

const ROWS = 40;
const TAMPERINGS = proofScale(1000);

/** Seeded random numbers, so that a failing round can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function logOf(): Promise<Db> {
  const db = await testDb({ verify: false });
  for (let row = 1; row <= ROWS; row += 1) {
    const user = row % 3 ? { id: `user ${row % 5}`, fullName: `Pessoa ${row % 5}` } : null;
    await db.transaction((tx) =>
      record(tx, auditContext(user), {
        action: row % 2 ? 'login' : 'transfer',
        entityType: row % 2 ? 'session' : 'transaction',
        entityId: row % 4 ? `entity ${row}` : null,
        ...(row % 2 ? {} : { changes: { amount: `${row}.00`, to: '0000-0000' } }),
      }),
    );
  }
  return db;
}

const COPIED = `user_id, user_name, action, entity_type, entity_id, changes, ip_address, user_agent, created_at, key_id,
  previous_hash, hash`;
const TEXTS = [
  'user_id',
  'user_name',
  'action',
  'entity_type',
  'entity_id',
  'changes',
  'ip_address',
  'user_agent',
  'key_id',
  'previous_hash',
  'hash',
  'id',
];

/** Edits that an attacker with the whole database but without the key can make to the log. */
const WAYS: Record<string, (db: Db, random: (below: number) => number) => string[]> = {
  edit: (db, random) => {
    const seq = 1 + random(ROWS);
    const column = TEXTS[random(TEXTS.length)];
    const other = `'forged ${random(1_000_000)}'`;
    if (random(8) > 0) return [`update audit_log set ${column} = ${other} where seq = ${seq}`];
    const later = db.engine === 'sqlite' ? 'created_at + 1' : "created_at + interval '1 millisecond'";
    return [`update audit_log set created_at = ${later} where seq = ${seq}`];
  },
  delete: (_, random) => {
    const from = 1 + random(ROWS);
    const deleted = `delete from audit_log where seq between ${from} and ${from + random(3)}`;
    return random(2) ? [deleted] : [deleted, ...closeGaps];
  },
  insert: (_, random) => {
    const seq = 1 + random(ROWS + 1);
    const from = 1 + random(ROWS);
    return [
      `insert into audit_log (seq, id, ${COPIED}) select -1000, 'forged', ${COPIED} from audit_log where seq = ${from}`,
      `update audit_log set seq = -(seq + 1) where seq >= ${seq}`,
      'update audit_log set seq = -seq where seq between -999 and -1',
      `update audit_log set seq = ${seq} where seq = -1000`,
      ...(random(2) ? [`update audit_head set seq = ${ROWS + 1}`] : []),
    ];
  },
  swap: (_, random) => {
    const one = 1 + random(ROWS);
    const other = 1 + ((one + random(ROWS - 1)) % ROWS);
    return [
      `update audit_log set seq = -1 where seq = ${one}`,
      `update audit_log set seq = ${one} where seq = ${other}`,
      `update audit_log set seq = ${other} where seq = -1`,
    ];
  },
  'cut tail': (_, random) => {
    const left = random(ROWS);
    const cut = `delete from audit_log where seq > ${left}`;
    return random(2) ? [cut] : [cut, `update audit_head set seq = ${left}`];
  },
};

const closeGaps = [
  'update audit_log set seq = -(select count(*) from audit_log as earlier where abs(earlier.seq) <= abs(audit_log.seq))',
  'update audit_log set seq = -seq where seq < 0',
];

test('all random tamperings with the audit log are found', async () => {
  const db = await logOf();
  const random = randomFrom(20_260_310);
  const restore = await keepTables(db, 'audit_log', 'audit_head');
  const ways = Object.entries(WAYS);
  for (let round = 0; round < TAMPERINGS; round += 1) {
    const [name, statementsOf] = ways[round % ways.length] ?? ['', () => []];
    const statements = statementsOf(db, random);
    await tamper(db, ...statements);
    const found = await verifyAudit(db, testKeys);
    expect(found.ok, `${round}, ${name}: ${statements.join('; ')}`).toBe(false);
    expect(found.firstBrokenSeq).toBeGreaterThan(0);
    expect(found.checked).toBe((found.firstBrokenSeq ?? 0) - 1);
    await tamper(db, ...restore);
  }
  expect(await verifyAudit(db, testKeys)).toEqual({ ok: true, firstBrokenSeq: null, checked: ROWS });
}, 600_000);
