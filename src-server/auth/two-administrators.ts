import { and, desc, eq, exists, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { AuditAction } from '#domain/audit/words';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { among } from '#server/kernel/any-of';
import type { SignedInContext } from '#server/kernel/context';

const LATELY_SECONDS = 30 * 24 * 3600;

type Acting = Pick<SignedInContext, 'user' | 'clock'>;

/**
 * Refuses CORRECTED_BY_YOU to an administrator who corrected this customer's e-mail in the last 30 days, while another one could (`isAnother`):
 * whoever chose where the links for a new password go could otherwise let themselves in as the customer, and take a credit in their name.
 * The customer's row is locked, except when a payment is reviewed: a correction takes the same payment back, and one of the two fails.
 */
export async function refuseCorrector(tx: Tx, ctx: Acting, customerId: string): Promise<void> {
  if ((await didLately(tx, ctx, ['correct_email'], [customerId])) && (await isAnother(tx, ctx)))
    refuse('CORRECTED_BY_YOU');
}

/**
 * Refuses APPROVED_BY_YOU to the administrator who approved a credit of this customer's that nobody has signed, while another one could: the
 * same two acts in the other order. The customer's row is locked.
 */
export async function refuseApprover(tx: Tx, ctx: Acting, customerId: string): Promise<void> {
  const { creditProposals: proposals } = tx.tables;
  const [approved] = await tx
    .select({ id: proposals.id })
    .from(proposals)
    .where(
      and(
        eq(proposals.userId, customerId),
        eq(proposals.status, 'approved'),
        eq(proposals.decidedById, ctx.user.id),
      ),
    )
    .limit(1);
  if (approved && (await isAnother(tx, ctx))) refuse('APPROVED_BY_YOU');
}

/**
 * Refuses FACTORS_ENDED_BY_YOU to an administrator who asked in the last 30 days that this customer's second factors end, while another one
 * could: with the links for a new password, which follow the e-mail, they would be in.
 */
export async function refuseFactorsEnder(tx: Tx, ctx: Acting, customerId: string): Promise<void> {
  if ((await didLately(tx, ctx, ['ask_factors_end'], [customerId])) && (await isAnother(tx, ctx)))
    refuse('FACTORS_ENDED_BY_YOU');
}

const LETTING_IN = ['activate_user', 'unfreeze_for_owner', 'unfreeze_account', 'change_limit'] as const;

/**
 * Refuses LET_IN_BY_YOU to an administrator who gave this customer the access back, lifted their freeze, unfroze an account of theirs or changed
 * up to what they may choose a limit in the last 30 days, while another one could: the acts that `refuseCorrector` refuses, in the other
 * order. The customer's row is locked.
 */
export async function refuseWhoLetIn(tx: Tx, ctx: Acting, customerId: string): Promise<void> {
  const { accounts } = tx.tables;
  const own = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.userId, customerId));
  const about = [customerId, ...own.map(({ id }) => id)];
  if ((await didLately(tx, ctx, LETTING_IN, about)) && (await isAnother(tx, ctx))) refuse('LET_IN_BY_YOU');
}

/** `about`: ids of the customer and of their accounts. */
async function didLately(
  tx: Tx,
  { user, clock }: Acting,
  actions: readonly AuditAction[],
  about: readonly string[],
): Promise<boolean> {
  const { auditLog } = tx.tables;
  const [found] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        among(tx, auditLog.entityId, about),
        // The condition of `audit_log_about`, which leaves out what people cause themselves.
        sql`entity_type in ('user', 'account') and user_id <> entity_id`,
        inArray(auditLog.action, [...actions]),
        eq(auditLog.userId, user.id),
        gt(auditLog.createdAt, secondsAfter(clock.now(), -LATELY_SECONDS)),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/**
 * Refuses DOCUMENT_ASKED_BY_YOU to the administrator who asked last that this customer's document be freed, while another one could: nobody
 * alone takes it from its holder.
 */
export async function refuseAsker(tx: Tx, ctx: Acting, customerId: string): Promise<void> {
  const { auditLog } = tx.tables;
  const [asked] = await tx
    .select({ by: auditLog.userId })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'ask_document_free'), eq(auditLog.entityId, customerId)))
    .orderBy(desc(auditLog.seq))
    .limit(1);
  if (asked?.by === ctx.user.id && (await isAnother(tx, ctx))) refuse('DOCUMENT_ASKED_BY_YOU');
}

/**
 * Whether another administrator is active, or was until this one ended their access in the last 30 days: who ends the others' for a moment
 * does not act alone meanwhile.
 */
async function isAnother(tx: Tx, { user, clock }: Acting): Promise<boolean> {
  const { auditLog, users } = tx.tables;
  const endedByThis = tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.userId, user.id),
        eq(auditLog.action, 'deactivate_user'),
        eq(auditLog.entityId, users.id),
        gt(auditLog.createdAt, secondsAfter(clock.now(), -LATELY_SECONDS)),
      ),
    );
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.role, 'admin'), ne(users.id, user.id), or(eq(users.isActive, true), exists(endedByThis))),
    )
    .limit(1);
  return other !== undefined;
}
