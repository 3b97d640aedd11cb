import { setImmediate as nextTurn } from 'node:timers/promises';
import { asc, eq, gt } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { KeyRing } from '#server/keys';
import { AUDIT_PURPOSE, type AuditRow, GENESIS_HASH, signedContent } from './chain.ts';

const CHUNK_ROWS = 1000;

/** `firstBrokenSeq` is where the chain breaks first (null: nowhere); `checked` rows before it are as they were written. */
export type AuditVerdict = { ok: boolean; firstBrokenSeq: number | null; checked: number };

/**
 * Walks the whole audit log and recomputes its chain: an edited, missing, inserted or swapped row, a row signed with a key
 * that is not on the ring, and a tail that does not end where the head says are each found. Runs beside writers.
 * What it cannot see: a tail cut together with a head moved back to match, which needs a copy kept elsewhere.
 */
export async function verifyAudit(db: Reader, keys: KeyRing): Promise<AuditVerdict> {
  let last = { seq: 0, hash: GENESIS_HASH };
  const broken = (seq: number): AuditVerdict => ({ ok: false, firstBrokenSeq: seq, checked: seq - 1 });
  // From the very bottom: a row put before the first is a break too.
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await rowsAfter(db, after);
    for (const row of rows) {
      if (!follows(row, last, keys)) return broken(last.seq + 1);
      last = row;
      after = row.seq;
    }
    // Whoever else the process serves has a turn between two chunks.
    await nextTurn();
    if (rows.length === CHUNK_ROWS) continue;
    // Read after the rows: a writer commits row and head together, so the head is never behind an honest row.
    const head = await readHead(db);
    if (!head) return broken(last.seq + 1);
    if (head.seq === last.seq && head.hash === last.hash)
      return { ok: true, firstBrokenSeq: null, checked: last.seq };
    if (head.seq === last.seq) return broken(Math.max(last.seq, 1));
    if (head.seq < last.seq) return broken(head.seq + 1);
    if ((await rowsAfter(db, last.seq)).length === 0) return broken(last.seq + 1);
  }
}

function follows(row: AuditRow, last: { seq: number; hash: string }, keys: KeyRing): boolean {
  return (
    row.seq === last.seq + 1 &&
    row.previousHash === last.hash &&
    keys.verify(AUDIT_PURPOSE, signedContent(row), { keyId: row.keyId, mac: row.hash })
  );
}

async function rowsAfter(db: Reader, seq: number): Promise<AuditRow[]> {
  const { auditLog } = db.tables;
  return db.select().from(auditLog).where(gt(auditLog.seq, seq)).orderBy(asc(auditLog.seq)).limit(CHUNK_ROWS);
}

async function readHead(db: Reader): Promise<{ seq: number; hash: string } | null> {
  const { auditHead } = db.tables;
  const [head] = await db.select().from(auditHead).where(eq(auditHead.id, 1));
  return head ?? null;
}
