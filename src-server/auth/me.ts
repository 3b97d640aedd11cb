import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { refuse } from '#domain/refusal';
import { lacksRequiredTwoFactor } from '#server/access/required-two-factor';
import type { Context, SignedInContext } from '#server/kernel/context';
import { userAnswer, userSchema } from './user-answer.ts';

/** Moments are real time. `sessionId`, `device`: null for a token; `device` also for a browser that is not registered. */
export const meSchema = z.object({
  user: userSchema,
  today: z.iso.date(),
  mustEnableTwoFactor: z.boolean(),
  sessionId: z.string().nullable(),
  device: z.object({ id: z.string(), trustedFrom: z.iso.datetime() }).nullable(),
  /** Since when the account is frozen by its owner. */
  frozenAt: z.iso.datetime().nullable(),
});

export async function me(ctx: SignedInContext): Promise<z.output<typeof meSchema>> {
  const [row] = await ctx.db
    .prepared('auth.me', (on, { protections, users }) =>
      on
        .select({ user: users, frozenAt: protections.frozenAt })
        .from(users)
        .leftJoin(protections, eq(protections.userId, users.id))
        .where(eq(users.id, sql.placeholder('id'))),
    )
    .execute({ id: ctx.user.id });
  if (!row) refuse('UNAUTHENTICATED');
  const { session } = ctx;
  return {
    user: userAnswer(row.user),
    today: ctx.clock.today(),
    mustEnableTwoFactor: await lacksRequiredTwoFactor(ctx, ctx.user),
    sessionId: session?.publicId ?? null,
    device: session?.device
      ? { id: session.device.id, trustedFrom: session.device.trustedFrom.toISOString() }
      : null,
    frozenAt: row.frozenAt?.toISOString() ?? null,
  };
}

export const visitorSchema = z.object({ me: meSchema.nullable() });

/** For pages open to everybody: without a session the answer is null, not a refusal. */
export async function visitor(ctx: Context): Promise<z.output<typeof visitorSchema>> {
  return { me: ctx.user ? await me({ ...ctx, user: ctx.user }) : null };
}
