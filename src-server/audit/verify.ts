import { asc, eq, gt, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { refuseHungUp } from '#server/kernel/hung-up';
import type { KeyRing } from '#server/kernel/keys';
import { longPause } from '#server/work/pages';
import { goOn } from '#server/work/stopping';
import { AUDIT_PURPOSE, type AuditRow, GENESIS_HASH, signedContent } from './chain.ts';

const CHUNK_ROWS = 500;

export type AuditFault = 'missing' | 'changed' | 'unlinked' | 'head';

/** `firstBrokenSeq`: first broken row (null: none); `checked`: rows before it that are intact. */
export type AuditVerdict =
  | { ok: true; firstBrokenSeq: null; checked: number }
  | { ok: false; firstBrokenSeq: number; checked: number; fault: AuditFault };

/**
 * Recomputes the chain while others write. Only a copy reveals a removed tail whose head was changed to match. Refuses BUSY once it is
 * not asked for any more.
 */
export async function verifyAudit(
  db: Reader,
  keys: KeyRing,
  isAsked: () => boolean = () => true,
): Promise<AuditVerdict> {
  let last = { seq: 0, hash: GENESIS_HASH };
  const broken = (seq: number, fault: AuditFault): AuditVerdict => ({
    ok: false,
    firstBrokenSeq: seq,
    checked: seq - 1,
    fault,
  });
  // Below any real seq: a row inserted before the first is a break too.
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    goOn();
    const rows = await rowsAfter(db, after);
    for (const row of rows) {
      const fault = faultOf(row, last, keys);
      if (fault) return broken(last.seq + 1, fault);
      last = row;
      after = row.seq;
    }
    await longPause();
    if (!isAsked()) refuseHungUp();
    if (rows.length === CHUNK_ROWS) continue;
    // Read after the rows: a writer commits row and head together, so the head is never behind.
    const head = await readHead(db);
    if (!head) return broken(last.seq + 1, 'head');
    if (head.seq === last.seq && head.hash === last.hash)
      return { ok: true, firstBrokenSeq: null, checked: last.seq };
    if (head.seq === last.seq) return broken(Math.max(last.seq, 1), 'head');
    if (head.seq < last.seq) return broken(head.seq + 1, 'head');
    if ((await rowsAfter(db, last.seq)).length === 0) return broken(last.seq + 1, 'missing');
  }
}

/** Whether the log ends where its head says, so that rows can be added. */
export async function isEndSound(db: Reader): Promise<boolean> {
  const { auditHead, auditLog } = db.tables;
  // One statement: writers move both together.
  const [head] = await db
    .select({
      hash: auditHead.hash,
      lastHash: auditLog.hash,
      isPassed: sql`case when exists (select 1 from audit_log as later where later.seq > ${auditHead.seq})
        then 1 else 0 end`.mapWith(Boolean),
    })
    .from(auditHead)
    .leftJoin(auditLog, eq(auditLog.seq, auditHead.seq))
    .where(eq(auditHead.id, 1));
  return head !== undefined && !head.isPassed && (head.lastHash === null || head.lastHash === head.hash);
}

function faultOf(row: AuditRow, last: { seq: number; hash: string }, keys: KeyRing): AuditFault | null {
  if (row.seq !== last.seq + 1) return 'missing';
  if (!keys.verify(AUDIT_PURPOSE, signedContent(row), { keyId: row.keyId, mac: row.hash })) return 'changed';
  return row.previousHash === last.hash ? null : 'unlinked';
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
