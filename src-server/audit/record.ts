import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import type { AuditAction, AuditEntity } from '#domain/audit/words';
import { canonicalJson } from '#domain/canonical-json';
import { newId } from '#server/kernel/id';
import type { KeyRing } from '#server/kernel/keys';
import { AUDIT_PURPOSE, contentOf } from './chain.ts';
import { ENTITY_OF } from './entities.ts';

export type AuditContext = {
  clock: { now(): Date };
  keys: KeyRing;
  request: { ip: string; userAgent: string };
  user: { id: string; fullName: string } | null;
  token?: { id: string } | null;
};

/**
 * `entityType`: only if it differs from `ENTITY_OF`. `changes` becomes JSON text: money as decimal text, ids instead of
 * documents.
 */
export type AuditEvent = {
  action: AuditAction;
  entityType?: AuditEntity;
  entityId: string | null;
  changes?: Record<string, unknown>;
};

type AuditRow = Tx['tables']['auditLog']['$inferSelect'];
export type AuditHead = Pick<AuditRow, 'seq' | 'hash'>;
export type Recorded = { ctx: AuditContext; event: AuditEvent };

const pending = new WeakMap<Tx, Recorded[]>();

/**
 * Appends a chained row at the end of the transaction, after all its other writes. On PostgreSQL all writers wait for the
 * audit head; one that held it and waited for another row could deadlock.
 */
export async function record(tx: Tx, ctx: AuditContext, event: AuditEvent): Promise<void> {
  const before = pending.get(tx);
  if (before) {
    before.push({ ctx, event });
    return;
  }
  const recorded = [{ ctx, event }];
  pending.set(tx, recorded);
  tx.atEnd(async () => appendRows(tx, await lockHead(tx), recorded));
}

/** Appends a row for each event after a locked head. Only `record` and groups call it, as their last statements. */
export async function appendRows(tx: Tx, head: AuditHead, recorded: readonly Recorded[]): Promise<void> {
  const rows: AuditRow[] = [];
  for (const one of recorded) rows.push(nextRow(rows.at(-1) ?? head, one));
  const last = rows.at(-1);
  if (last) await Promise.all([tx.insertRows(tx.tables.auditLog, rows), moveHead(tx, last)]);
}

/** The row of an event, chained to the one before it. */
export function nextRow(previous: AuditHead, { ctx, event }: Recorded): AuditRow {
  const columns = {
    seq: previous.seq + 1,
    id: newId(),
    userId: ctx.user?.id ?? null,
    userName: ctx.user?.fullName ?? null,
    action: event.action,
    entityType: event.entityType ?? ENTITY_OF[event.action],
    entityId: event.entityId,
    changes: changesOf(ctx, event),
    ipAddress: ctx.request.ip,
    userAgent: ctx.request.userAgent,
    createdAt: ctx.clock.now(),
    previousHash: previous.hash,
  };
  const { keyId, mac } = ctx.keys.sign(AUDIT_PURPOSE, contentOf(columns));
  return { ...columns, keyId, hash: mac };
}

function changesOf({ token }: AuditContext, { changes }: AuditEvent): string | null {
  const all = token ? { ...changes, accessTokenId: token.id } : changes;
  return all ? canonicalJson(all) : null;
}

export async function lockHead(tx: Tx): Promise<AuditHead> {
  const [head] = await tx
    .prepared('audit.head', (on, { auditHead }) =>
      forUpdate(
        on.select({ seq: auditHead.seq, hash: auditHead.hash }).from(auditHead).where(eq(auditHead.id, 1)),
      ),
    )
    .execute();
  if (!head) throw new Error('audit_head has no row: the database was not migrated');
  return head;
}

export async function moveHead(tx: Tx, { seq, hash }: AuditHead): Promise<void> {
  await tx
    .prepared('audit.moveHead', (on, { auditHead }) =>
      on
        .update(auditHead)
        .set({ seq: sql`${sql.placeholder('seq')}`, hash: sql`${sql.placeholder('hash')}` })
        .where(eq(auditHead.id, 1)),
    )
    .execute({ seq, hash });
}
