import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import { placeholdersOf } from '#db/placeholders';
import type { AuditAction, AuditEntity } from '#domain/audit/words';
import { canonicalJson } from '#domain/canonical-json';
import { newId } from '#server/kernel/id';
import type { KeyRing } from '#server/kernel/keys';
import { AUDIT_PURPOSE, signedContent } from './chain.ts';
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

/** Appends a chained row. Must be a transaction's last write: on PostgreSQL all writers wait here for one another. */
export async function record(tx: Tx, ctx: AuditContext, event: AuditEvent): Promise<void> {
  const head = await lockHead(tx);
  const columns = {
    seq: head.seq + 1,
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
    previousHash: head.hash,
  };
  const { keyId, mac } = ctx.keys.sign(AUDIT_PURPOSE, signedContent({ ...columns, keyId: '', hash: '' }));
  await appendRow(tx, { ...columns, keyId, hash: mac });
}

function changesOf({ token }: AuditContext, { changes }: AuditEvent): string | null {
  const all = token ? { ...changes, accessTokenId: token.id } : changes;
  return all ? canonicalJson(all) : null;
}

async function lockHead(tx: Tx): Promise<{ seq: number; hash: string }> {
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

async function appendRow(tx: Tx, row: Tx['tables']['auditLog']['$inferSelect']): Promise<void> {
  await tx
    .prepared('audit.append', (on, { auditLog }) => on.insert(auditLog).values(placeholdersOf(auditLog)))
    .execute(row);
  await tx
    .prepared('audit.moveHead', (on, { auditHead }) =>
      on
        .update(auditHead)
        .set({ seq: sql`${sql.placeholder('seq')}`, hash: sql`${sql.placeholder('hash')}` })
        .where(eq(auditHead.id, 1)),
    )
    .execute({ seq: row.seq, hash: row.hash });
}
