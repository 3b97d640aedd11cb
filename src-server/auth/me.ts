import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { refuse } from '#domain/refusal';
import { lacksRequiredTwoFactor } from '#server/access/required-two-factor';
import type { Context, SignedInContext } from '#server/kernel/context';
import { userAnswer, userSchema } from './user-answer.ts';

export const meSchema = z.object({ user: userSchema, today: z.iso.date(), mustEnableTwoFactor: z.boolean() });

export async function me(ctx: SignedInContext): Promise<z.output<typeof meSchema>> {
  const [row] = await ctx.db
    .prepared('auth.me', (on, { users }) =>
      on
        .select()
        .from(users)
        .where(eq(users.id, sql.placeholder('id'))),
    )
    .execute({ id: ctx.user.id });
  if (!row) refuse('UNAUTHENTICATED');
  return {
    user: userAnswer(row),
    today: ctx.clock.today(),
    mustEnableTwoFactor: await lacksRequiredTwoFactor(ctx, ctx.user),
  };
}

export const visitorSchema = z.object({ me: meSchema.nullable() });

/** For pages open to everybody: without a session the answer is null, not a refusal. */
export async function visitor(ctx: Context): Promise<z.output<typeof visitorSchema>> {
  return { me: ctx.user ? await me({ ...ctx, user: ctx.user }) : null };
}
