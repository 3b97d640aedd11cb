import { and, eq, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { type CreateTokenInput, expiryProblem } from '#domain/auth/token';
import { MAX_OPEN_TOKENS } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { newTokenSecret, tokenHashOf } from './access-token.ts';
import { refuseFrozen } from './freeze/frozen.ts';
import { checkOwnPassword } from './own-password.ts';
import { lockedActive } from './own-row.ts';
import { tokenAnswer, tokenSchema } from './tokens-list.ts';

export const newTokenSchema = tokenSchema.extend({ secret: z.string() });

/** Refuses VALIDATION (expiry past or over a year), TOO_MANY_TOKENS (20), INVALID_PASSWORD, ACCOUNT_FROZEN_BY_OWNER. */
export async function createToken(
  ctx: SessionContext,
  { name, scopes, expiresAt, perCall, perDay, password }: CreateTokenInput,
): Promise<z.output<typeof newTokenSchema>> {
  const now = ctx.clock.real();
  const problem = expiryProblem(expiresAt, now);
  if (problem) refuse('VALIDATION', { text: problem, fields: { expiresAt: problem } });
  if (password !== undefined) await checkOwnPassword(ctx, password);

  const secret = newTokenSecret();
  const token = {
    id: newId(),
    userId: ctx.user.id,
    name,
    tokenHash: tokenHashOf(secret),
    mayMoveMoney: scopes.includes('money'),
    perCallCents: perCall ?? null,
    perDayCents: perDay ?? null,
    createdAt: now,
    expiresAt,
    lastUsedAt: null,
    revokedAt: null,
  };
  await ctx.db.transaction(async (tx) => {
    const { accessTokens, sessions } = tx.tables;
    await lockedActive(tx, ctx.user.id);
    // A concurrent password change has ended the session and revoked tokens.
    const isOpen = (await tx.$count(sessions, eq(sessions.id, ctx.session.id))) > 0;
    if (!isOpen) refuse('UNAUTHENTICATED');
    await refuseFrozen(tx, ctx.user.id);
    const open = and(
      eq(accessTokens.userId, ctx.user.id),
      isNull(accessTokens.revokedAt),
      gt(accessTokens.expiresAt, now),
    );
    if ((await tx.$count(accessTokens, open)) >= MAX_OPEN_TOKENS) refuse('TOO_MANY_TOKENS');
    await tx.insert(accessTokens).values(token);
    const answer = tokenAnswer(token);
    await queueMessage(tx, ctx, 'token_created', await receiverOf(tx, ctx.user.id), {
      ...answer,
      request: ctx.request,
    });
    await record(tx, ctx, {
      action: 'create_token',
      entityId: token.id,
      changes: {
        name,
        scopes: answer.scopes,
        expiresAt: answer.expiresAt,
        ...(answer.perCall !== null && { perCall: answer.perCall }),
        ...(answer.perDay !== null && { perDay: answer.perDay }),
      },
    });
  });
  return { ...tokenAnswer(token), secret };
}
