import { z } from 'zod';
import type { Tables } from '#db/schema';

/** `changes` is JSON text. */
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

export const auditVerdictSchema = z.object({
  ok: z.boolean(),
  firstBrokenSeq: z.int().nullable(),
  checked: z.int(),
});

export const toAuditRow = ({ createdAt, ...row }: Tables['auditLog']['$inferSelect']): AuditRow =>
  auditRowSchema.parse({ ...row, createdAt: createdAt.toISOString() });
