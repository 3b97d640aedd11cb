import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { CONSENT_KINDS, CONSENT_LABELS, type ConsentKind } from '#domain/auth/consent';
import type { ConsentDecision } from '#domain/auth/consent-decision';
import { TERMS_VERSION } from '#domain/auth/terms-version';
import { sharerOf } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { countInTransaction } from '../attempts.ts';
import { lockedActive } from '../own-row.ts';

export const consentsSchema = z.object({
  consents: z.array(
    z.object({
      kind: z.enum(CONSENT_KINDS),
      label: z.string(),
      isGranted: z.boolean(),
      decidedAt: z.iso.datetime().nullable(),
    }),
  ),
  terms: z.array(z.object({ version: z.string(), acceptedAt: z.iso.datetime(), isCurrent: z.boolean() })),
});
export type Consents = z.output<typeof consentsSchema>;

export async function listConsents(ctx: SignedInContext): Promise<Consents> {
  const { termsAcceptances } = ctx.db.tables;
  const accepted = await ctx.db
    .select({ version: termsAcceptances.version, acceptedAt: termsAcceptances.acceptedAt })
    .from(termsAcceptances)
    .where(eq(termsAcceptances.userId, ctx.user.id))
    .orderBy(desc(termsAcceptances.id));
  const consents: Consents['consents'] = [];
  for (const kind of CONSENT_KINDS) {
    const newest = await newestDecision(ctx.db, ctx.user.id, kind);
    consents.push({
      kind,
      label: CONSENT_LABELS[kind],
      isGranted: newest?.isGranted ?? false,
      decidedAt: newest?.decidedAt.toISOString() ?? null,
    });
  }
  return {
    consents,
    terms: accepted.map(({ version, acceptedAt }) => ({
      version,
      acceptedAt: acceptedAt.toISOString(),
      isCurrent: version === TERMS_VERSION,
    })),
  };
}

/**
 * Decisions are appended; one that changes nothing is not stored. A consent can always be withdrawn. Refuses TOO_MANY_ATTEMPTS (to
 * give one).
 */
export async function setConsent(
  ctx: SignedInContext,
  { kind, isGranted }: ConsentDecision,
): Promise<Consents> {
  const decidedAt = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const { id: userId } = await lockedActive(tx, ctx.user.id);
    const before = await newestDecision(tx, userId, kind);
    if ((before?.isGranted ?? false) === isGranted) return;
    if (isGranted) await countInTransaction(tx, ctx, 'profileChange', sharerOf(ctx));
    const id = newId();
    const { ip } = ctx.request;
    await tx.insert(tx.tables.consents).values({ id, userId, kind, isGranted, ip, decidedAt });
    await record(tx, ctx, {
      action: 'decide_consent',
      entityId: id,
      changes: { kind, isGranted: { from: before?.isGranted ?? false, to: isGranted } },
    });
  });
  return listConsents(ctx);
}

async function newestDecision(db: Pick<Reader, 'select' | 'tables'>, userId: string, kind: ConsentKind) {
  const { consents } = db.tables;
  const [newest] = await db
    .select({ isGranted: consents.isGranted, decidedAt: consents.decidedAt })
    .from(consents)
    .where(and(eq(consents.userId, userId), eq(consents.kind, kind)))
    .orderBy(desc(consents.id))
    .limit(1);
  return newest ?? null;
}
