import { z } from 'zod';
import type { Tables } from '#db/schema';

/** One row of the audit log as it is answered (section 3); `changes` is JSON text. */
export const auditRowSchema = z.object({
  id: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  action: z.string(),
  entityType: z.string(),
  entityId: z.string().nullable(),
  changes: z.string().nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

/** What a walk over the whole audit log found: `checked` rows are as they were written, up to `firstBrokenSeq`. */
export const auditVerdictSchema = z.object({
  ok: z.boolean(),
  firstBrokenSeq: z.int().nullable(),
  checked: z.int(),
});

/** A stored row → the answer's, without what chains it. */
export function toAuditRow(row: Tables['auditLog']['$inferSelect']): AuditRow {
  const { id, userId, userName, action, entityType, entityId, changes, ipAddress, userAgent, createdAt } =
    row;
  return {
    id,
    userId,
    userName,
    action,
    entityType,
    entityId,
    changes,
    ipAddress,
    userAgent,
    createdAt: createdAt.toISOString(),
  };
}
