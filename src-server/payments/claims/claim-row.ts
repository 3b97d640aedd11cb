import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Tx } from '#db/db';
import { PIX_KEY_TYPES } from '#domain/pix/key';
import { CLAIM_ENDS, CLAIM_KINDS, CLAIM_ROLES, CLAIM_STATUSES, mayAct } from '#domain/pix/key-claim';

export type ClaimRow = Tx['tables']['keyClaims']['$inferSelect'];

/**
 * `role` donor: somebody else wants the caller's key. `institution`: where the key is, or would go. `answerBy`: until when the donor may
 * answer; `endsBy`: when an ownership ends that nobody answers. `mayConfirm`, `mayCancel`: what the caller can do now.
 */
export const keyClaimSchema = z.object({
  id: z.string(),
  role: z.enum(CLAIM_ROLES),
  kind: z.enum(CLAIM_KINDS),
  status: z.enum(CLAIM_STATUSES),
  key: z.string(),
  keyType: z.enum(PIX_KEY_TYPES),
  institution: z.string().nullable(),
  answerBy: z.iso.datetime(),
  endsBy: z.iso.datetime(),
  endedBy: z.enum(CLAIM_ENDS).nullable(),
  createdAt: z.iso.datetime(),
  concludedAt: z.iso.datetime().nullable(),
  mayConfirm: z.boolean(),
  mayCancel: z.boolean(),
});
export type KeyClaim = z.infer<typeof keyClaimSchema>;

export const toKeyClaim = (row: ClaimRow): KeyClaim => ({
  ...{ id: row.id, role: row.role, kind: row.kind, status: row.status, key: row.key, keyType: row.keyType },
  institution: row.otherInstitution,
  answerBy: row.resolveBy.toISOString(),
  endsBy: row.completeBy.toISOString(),
  endedBy: row.endedBy,
  createdAt: row.createdAt.toISOString(),
  concludedAt: row.concludedAt?.toISOString() ?? null,
  mayConfirm: mayAct('confirm', row.role, row),
  mayCancel: mayAct('cancel', row.role, row),
});

export async function findClaim(on: Reader, userId: string, id: string): Promise<ClaimRow | null> {
  const { keyClaims } = on.tables;
  const [row] = await on
    .select()
    .from(keyClaims)
    .where(and(eq(keyClaims.id, id), eq(keyClaims.userId, userId)));
  return row ?? null;
}

/** Keys that the customer has asked for and may get. */
export const countComing = (on: Reader, userId: string): Promise<number> => {
  const { keyClaims: claims } = on.tables;
  return on.$count(
    claims,
    and(eq(claims.userId, userId), eq(claims.role, 'claimer'), isNull(claims.concludedAt)),
  );
};

/** Newest first, without those that the provider never took. */
export const ownClaims = (on: Reader, userId: string, limit: number): Promise<ClaimRow[]> => {
  const { keyClaims } = on.tables;
  return on
    .select()
    .from(keyClaims)
    .where(
      and(eq(keyClaims.userId, userId), or(isNotNull(keyClaims.providerId), isNull(keyClaims.concludedAt))),
    )
    .orderBy(desc(keyClaims.id))
    .limit(limit);
};
