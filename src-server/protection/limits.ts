import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { bankDate } from '#domain/date';
import { toDecimal } from '#domain/money';
import { type LimitRule, limitOf, maximumOf, NO_USES, parametersOn, usedOf } from '#domain/protection/limits';
import { endInWords, periodsAt } from '#domain/protection/periods';
import { undoMinutesOf } from '#domain/protection/waiting';
import { LIMIT_KINDS, LIMIT_WINDOWS, type LimitKind, type LimitWindow } from '#domain/protection/words';
import { refuse } from '#domain/refusal';
import { ownRow } from '#server/auth/own-row';
import { noteView } from '#server/auth/profile/note-view';
import type { UserRow } from '#server/auth/user-answer';
import type { SignedInContext } from '#server/kernel/context';
import { readProtections, readUses } from './standing-facts.ts';

const nextSchema = z.object({ id: z.string(), amount: z.string(), effectiveAt: z.iso.datetime() });

/** Amounts are decimal text. `used`: in the current period; null: per transaction, or not the current one. */
export const limitSchema = z.object({
  kind: z.enum(LIMIT_KINDS),
  window: z.enum(LIMIT_WINDOWS),
  amount: z.string(),
  maximum: z.string(),
  used: z.string().nullable(),
  /** When `used` begins anew, in words. */
  endsAt: z.string().nullable(),
  /** A raise that is not in effect yet. */
  next: nextSchema.nullable(),
});
export type Limit = z.output<typeof limitSchema>;

export const limitsSchema = z.object({
  /** Whether the rules hold for this customer, and whether they may choose it. */
  hasRules: z.boolean(),
  isOptional: z.boolean(),
  confirmAbove: z.string().nullable(),
  /** For how long the first payment to a new payee can be undone, and above which amount. */
  undoMinutes: z.int(),
  undoAbove: z.string(),
  isNight: z.boolean(),
  limits: z.array(limitSchema),
});
export type LimitsAnswer = z.output<typeof limitsSchema>;

export const limits = async (ctx: SignedInContext): Promise<LimitsAnswer> =>
  limitsOfUser(ctx, await ownRow(ctx.db, ctx.user.id));

/** For administrators; leaves a `view_user` row. Refuses NOT_FOUND. */
export async function customerLimits(ctx: SignedInContext, { id }: { id: string }): Promise<LimitsAnswer> {
  const user = await ownRow(ctx.db, id).catch(() => refuse('NOT_FOUND'));
  if (user.role !== 'cliente') refuse('NOT_FOUND');
  const answer = await limitsOfUser(ctx, user);
  await noteView(ctx, id);
  return answer;
}

export async function limitsOfUser(
  { db, clock, env }: Pick<SignedInContext, 'db' | 'clock' | 'env'>,
  user: UserRow,
): Promise<LimitsAnswer> {
  const now = clock.now();
  const { hours, month } = periodsAt(now);
  const key = (period: string) => `${user.id} ${period}`;
  const [protections, uses, pending] = await Promise.all([
    readProtections(db, [user.id]),
    readUses(db, [key(hours.name), key(month.name)]),
    pendingRaises(db, user.id, now),
  ]);
  const own = protections.get(user.id);
  const effective = effectiveFor(user, own?.rules ?? [], now);
  const limitIn = (kind: LimitKind, window: LimitWindow): Limit => {
    const period = [hours, month].find((one) => one.window === window);
    const next = pending.find((raise) => raise.kind === kind && raise.window === window);
    return {
      kind,
      window,
      amount: toDecimal(limitOf(kind, window, effective)),
      maximum: toDecimal(maximumOf(kind, window, effective)),
      used: period ? toDecimal(usedOf(uses.get(key(period.name)) ?? NO_USES, kind)) : null,
      endsAt: period ? endInWords(period.window, now) : null,
      next: next
        ? { id: next.id, amount: toDecimal(next.amountCents), effectiveAt: next.effectiveAt.toISOString() }
        : null,
    };
  };
  const isStandard = env.MONEY_RULES === 'standard';
  return {
    hasRules: isStandard || own?.rulesSince != null,
    isOptional: !isStandard,
    confirmAbove: own?.confirmAboveCents == null ? null : toDecimal(own.confirmAboveCents),
    undoMinutes: undoMinutesOf(own?.undoMinutes ?? null, now),
    undoAbove: toDecimal(effective.parameters.undo.aboveCents),
    isNight: hours.window === 'night',
    limits: LIMIT_KINDS.flatMap((kind) => LIMIT_WINDOWS.map((window) => limitIn(kind, window))),
  };
}

export const effectiveFor = ({ cnpj }: UserRow, rules: readonly LimitRule[], now: Date) => ({
  isCompany: cnpj !== null,
  parameters: parametersOn(bankDate(now)),
  rules,
  now,
});

/** Not in effect yet and not cancelled, the newest first. */
export async function pendingRaises(
  db: Pick<Reader, 'select' | 'tables'>,
  userId: string,
  now: Date,
): Promise<LimitRule[]> {
  const { limitRules: rules, limitCancellations: cancellations } = db.tables;
  const rows = await db
    .select({ rule: rules })
    .from(rules)
    .leftJoin(cancellations, eq(cancellations.ruleId, rules.id))
    .where(
      and(
        eq(rules.userId, userId),
        eq(rules.role, 'limit'),
        gt(rules.effectiveAt, now),
        isNull(cancellations.ruleId),
      ),
    )
    .orderBy(desc(rules.id));
  return rows.map(({ rule }) => rule);
}
