import { and, eq, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#db/db';
import { type CreateTokenInput, expiryProblem } from '#domain/auth/token';
import { MAX_OPEN_TOKENS } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { requireProof } from '#server/access/proof';
import { hasTwoFactor } from '#server/access/required-two-factor';
import { rulesHoldFor } from '#server/access/rules-hold';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { newTokenSecret, tokenHashOf } from './access-token.ts';
import { countInTransaction } from './attempts.ts';
import { refuseFrozen } from './freeze/frozen.ts';
import { checkOwnPassword } from './own-password.ts';
import { lockedActive } from './own-row.ts';
import { tokenAnswer, tokenSchema } from './tokens-list.ts';
import { trustedFactors } from './trusted-factors.ts';
import type { UserRow } from './user-answer.ts';

export const newTokenSchema = tokenSchema.extend({ secret: z.string() });

/**
 * Where the rules for money hold, a customer's token that moves money pays without being confirmed. So it needs a registered
 * device and a second factor, both trusted for 24 hours, and a proof asked for after the sign-in. An administrator's, which reads every
 * customer, always needs that proof, or the password with it. Refuses VALIDATION (expiry past or
 * over a year), TOO_MANY_TOKENS (20), TOO_MANY_ATTEMPTS, INVALID_PASSWORD, ACCOUNT_FROZEN_BY_OWNER, DEVICE_LIMIT, TWO_FACTOR_NOT_ENABLED,
 * REAUTHENTICATE.
 */
export async function createToken(
  ctx: SessionContext,
  { name, scopes, expiresAt, perCall, perDay, password }: CreateTokenInput,
): Promise<z.output<typeof newTokenSchema>> {
  const now = ctx.clock.real();
  const problem = expiryProblem(expiresAt, now);
  if (problem) refuse('VALIDATION', { text: problem, fields: { expiresAt: problem } });
  if (password !== undefined) await checkOwnPassword(ctx, password);
  if (password === undefined || (await hasTwoFactor(ctx.db, ctx.user.id, now)))
    await requireProof(ctx, { underRules: 'sinceSignIn', ofAdmins: 'sinceSignIn' });

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
    const user = await lockedActive(tx, ctx.user.id);
    // A concurrent password change has ended the session and revoked tokens.
    if ((await tx.$count(sessions, eq(sessions.id, ctx.session.id))) === 0) refuse('UNAUTHENTICATED');
    await refuseFrozen(tx, ctx.user.id);
    if (token.mayMoveMoney) await refuseUntrusted(tx, ctx, user);
    await refuseTooMany(tx, ctx, now);
    await tx.insert(accessTokens).values(token);
    const answer = tokenAnswer(token);
    await queueMessage(tx, ctx, 'token_created', await receiverOf(tx, ctx.user.id), {
      name,
      scopes: answer.scopes,
      perCallCents: token.perCallCents,
      perDayCents: token.perDayCents,
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

async function refuseTooMany(tx: Tx, ctx: SessionContext, now: Date): Promise<void> {
  await countInTransaction(tx, ctx, 'accessToken', sharerOf(ctx));
  const { accessTokens } = tx.tables;
  const open = and(
    eq(accessTokens.userId, ctx.user.id),
    isNull(accessTokens.revokedAt),
    gt(accessTokens.expiresAt, now),
  );
  if ((await tx.$count(accessTokens, open)) >= MAX_OPEN_TOKENS) refuse('TOO_MANY_TOKENS');
}

async function refuseUntrusted(tx: Tx, ctx: SessionContext, user: UserRow): Promise<void> {
  if (user.role !== 'cliente' || !(await rulesHoldFor(tx, ctx, user.id))) return;
  const now = ctx.clock.real();
  const { device, passkeyId } = ctx.session;
  if (passkeyId === null && (device === null || device.trustedFrom > now))
    refuse('DEVICE_LIMIT', {
      text: 'Um token que move dinheiro só é criado em um aparelho registrado há 24 horas: veja em Segurança',
    });
  const { hasApp, passkeys } = await trustedFactors(tx, user, now);
  if (!hasApp && passkeys.length === 0)
    refuse('TWO_FACTOR_NOT_ENABLED', {
      text: 'Um token que move dinheiro precisa da autenticação de dois fatores, ativa há 24 horas',
    });
  await requireProof({ ...ctx, db: tx }, { always: 'sinceSignIn' });
}
