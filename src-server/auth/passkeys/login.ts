import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#db/db';
import { isPasskeyTrusted, type SignedByPasskeyInput } from '#domain/auth/passkey';
import { refuse } from '#domain/refusal';
import type { Context } from '#server/kernel/context';
import { countAttempt } from '../attempts.ts';
import { completeLogin } from '../open-login.ts';
import { lockedRow } from '../own-row.ts';
import { userAnswer, userSchema } from '../user-answer.ts';
import { spendChallenge } from './challenge.ts';
import { type Assertion, findPasskey, noteAssertion, verifyAssertion } from './verify-assertion.ts';

export const passkeyLoginSchema = z.object({ user: userSchema });

const TOO_NEW =
  'Esta chave de acesso entra 24 horas depois de adicionada. Até lá, use a sua senha e o código.';

/**
 * Opens a session by a passkey alone, which counts as password and second factor from 24 hours after it was added; until then a
 * customer's session begins without a proof, and administrators are refused. Unknown and removed passkeys, and those of inactive users, are refused alike: PASSKEY_REFUSED.
 * Refuses TOO_MANY_ATTEMPTS.
 */
export async function loginByPasskey(
  ctx: Context,
  { signed }: SignedByPasskeyInput,
): Promise<z.output<typeof passkeyLoginSchema>> {
  await countAttempt(ctx, 'passkeyAddress', ctx.request.ip);
  const expectedChallenge = await spendChallenge(ctx, 'login', signed);
  const credential = (await findPasskey(ctx.db, signed.id)) ?? refuse('PASSKEY_REFUSED');
  const { users } = ctx.db.tables;
  const [user] = await ctx.db.select().from(users).where(eq(users.id, credential.userId));
  if (!user?.isActive) refuse('PASSKEY_REFUSED');
  const assertion = await verifyAssertion(ctx, { credential, response: signed, expectedChallenge });
  const isUnproven = !isPasskeyTrusted(credential.createdAt, ctx.clock.real());
  if (isUnproven && user.role === 'admin') refuse('PASSKEY_REFUSED', { text: TOO_NEW });
  await completeLogin(ctx, user, {
    claim: (tx) => claim(tx, ctx, assertion),
    secondFactor: 'passkey',
    passkeyId: credential.id,
    isUnproven,
  });
  return { user: userAnswer(user) };
}

async function claim(tx: Tx, ctx: Context, assertion: Assertion): Promise<true> {
  const { isActive } = await lockedRow(tx, assertion.passkey.userId);
  if (!isActive) refuse('PASSKEY_REFUSED');
  await noteAssertion(tx, ctx, assertion);
  return true;
}
