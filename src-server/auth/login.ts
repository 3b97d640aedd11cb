import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Tx } from '#db/db';
import type { LoginInput } from '#domain/auth/login';
import { refuse } from '#domain/refusal';
import { parseDocument } from '#domain/tax-id';
import type { Context } from '#server/kernel/context';
import { acceptGuess, type Guess, ownGuess, signInsAt, strangersGuess } from './attempts.ts';
import { newChallengeToken, openChallenge, setChallengeCookie } from './challenge.ts';
import { guessesIn, knownDevice, recoveredHere } from './device.ts';
import { completeLogin } from './open-login.ts';
import { DUMMY_HASH, hashPassword, isOutdated } from './password.ts';
import { type UserRow, userAnswer, userSchema } from './user-answer.ts';
import { verifyGuess } from './verify-guess.ts';

export const loginAnswerSchema = z.discriminatedUnion('requiresTwoFactor', [
  z.object({ requiresTwoFactor: z.literal(false), message: z.string(), user: userSchema }),
  z.object({ requiresTwoFactor: z.literal(true), message: z.string(), userId: z.string() }),
]);
export type LoginAnswer = z.output<typeof loginAnswerSchema>;

/**
 * Unknown document and wrong password are refused alike, in the same time: INVALID_CREDENTIALS. With two-factor on, a
 * code is required. Refuses USER_INACTIVE (only after the right password), TOO_MANY_ATTEMPTS, BUSY.
 */
export async function login(ctx: Context, input: LoginInput): Promise<LoginAnswer> {
  const user = await findByDocument(ctx.db, input.document);
  const guess = guessFor(ctx, input.document, user);
  const counted = await verifyGuess(ctx, guess, user?.passwordHash ?? DUMMY_HASH, input.password);
  if (!user || !counted) refuse('INVALID_CREDENTIALS');
  if (!user.isActive) refuse('USER_INACTIVE');

  const newHash = isOutdated(user.passwordHash) ? await hashPassword(counted, input.password) : null;
  const proven: Proven = { user, guess, newHash };
  const isEnough =
    user.totpSecret === null &&
    (await completeLogin(ctx, newHash ? { ...user, passwordHash: newHash } : user, {
      claim: (tx) => claim(tx, ctx, proven, { isEnough: true }),
      secondFactor: null,
    }));
  if (!isEnough) return challenge(ctx, proven);
  return { requiresTwoFactor: false, message: 'Login realizado', user: userAnswer(user) };
}

type Proven = { user: UserRow; guess: Guess; newHash: string | null };

/** False when the password changed since verification or, with `isEnough`, two-factor was turned on. */
async function claim(
  tx: Tx,
  ctx: Context,
  { user: { id, passwordHash }, guess, newHash }: Proven,
  { isEnough }: { isEnough: boolean },
): Promise<boolean> {
  const { users } = tx.tables;
  const claimed = await tx
    .update(users)
    .set({ passwordHash: newHash ?? passwordHash })
    .where(
      and(
        eq(users.id, id),
        eq(users.passwordHash, passwordHash),
        eq(users.isActive, true),
        isEnough ? isNull(users.totpSecret) : undefined,
      ),
    )
    .returning({ id: users.id });
  if (claimed.length === 0) return false;
  await acceptGuess(tx, ctx, guess);
  return true;
}

/** Opens no session: ties the pending code to this browser. */
async function challenge(ctx: Context, proven: Proven): Promise<LoginAnswer> {
  const userId = proven.user.id;
  const token = newChallengeToken();
  await ctx.db.transaction(async (tx) => {
    if (!(await claim(tx, ctx, proven, { isEnough: false }))) refuse('INVALID_CREDENTIALS');
    await openChallenge(tx, ctx, userId, token);
  });
  setChallengeCookie(ctx, token);
  return { requiresTwoFactor: true, userId, message: 'Informe o código de verificação' };
}

async function findByDocument(db: Reader, document: string): Promise<UserRow | null> {
  const taxId = parseDocument(document);
  if (!taxId) return null;
  const { users } = db.tables;
  const [user] = await db
    .select()
    .from(users)
    .where(
      and(eq(taxId.kind === 'cpf' ? users.cpf : users.cnpj, taxId.digits), isNull(users.documentFreedAt)),
    );
  return user ?? null;
}

/**
 * A known device, and one that has just recovered, has its own count. Others count per document (stored as a signature) and per address.
 */
function guessFor(ctx: Context, document: string, user: UserRow | null): Guess {
  const device =
    user && (recoveredHere(ctx, user.id) ?? knownDevice(ctx.keys, ctx.request.deviceToken, user));
  if (device)
    return ownGuess(ctx, {
      account: guessesIn(user.id, device),
      user: user.id,
      where: `${user.id}.known`,
      address: [signInsAt(ctx)],
    });
  const typed = parseDocument(document)?.digits ?? document.toUpperCase();
  return strangersGuess(ctx, `password:${ctx.keys.sign('attempt', typed).mac}`, user?.id ?? null);
}
