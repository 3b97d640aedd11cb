import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Tables } from '#db/schema';
import { TOKEN_SCOPES } from '#domain/auth/token';
import { toDecimal } from '#domain/money';
import type { SessionContext } from '#server/kernel/context';

/** Without its secret; moments are real time. `perCall`, `perDay`: what it may move; null: as the rules say. */
export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  perCall: z.string().nullable(),
  perDay: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type TokenAnswer = z.output<typeof tokenSchema>;

const decimalOrNull = (cents: number | null): string | null => (cents === null ? null : toDecimal(cents));

export const tokenAnswer = (row: Tables['accessTokens']['$inferSelect']): TokenAnswer => ({
  id: row.id,
  name: row.name,
  scopes: row.mayMoveMoney ? ['read', 'money'] : ['read'],
  perCall: decimalOrNull(row.perCallCents),
  perDay: decimalOrNull(row.perDayCents),
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

export async function listTokens(ctx: SessionContext): Promise<TokenAnswer[]> {
  const { accessTokens } = ctx.db.tables;
  const rows = await ctx.db
    .select()
    .from(accessTokens)
    .where(
      and(
        eq(accessTokens.userId, ctx.user.id),
        isNull(accessTokens.revokedAt),
        gt(accessTokens.expiresAt, ctx.clock.real()),
      ),
    )
    .orderBy(desc(accessTokens.id));
  return rows.map(tokenAnswer);
}
