import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { LoginInput } from '#domain/auth/login';
import { Refusal, refuse } from '#domain/refusal';
import { parseDocument } from '#domain/tax-id';
import { record } from '#server/audit/record';
import type { Context } from '#server/context';
import { countGuess, forgiveGuess, type Guess, withdrawGuess } from './attempts.ts';
import { knownDevice } from './device.ts';
import { hashPassword, isOutdated, NOBODYS_HASH, verifyPassword } from './password.ts';
import { handOver, newSessionToken, openSession } from './session.ts';
import { type UserRow, userAnswer, userSchema } from './user-answer.ts';

/** What a login answers. */
export const loginAnswerSchema = z.object({
  requiresTwoFactor: z.literal(false),
  message: z.string(),
  user: userSchema,
});
export type LoginAnswer = z.output<typeof loginAnswerSchema>;

/**
 * Signs in by CPF or CNPJ, mask or none, and password. An unknown document and a wrong password are refused alike, in the
 * same time: INVALID_CREDENTIALS. Refuses USER_INACTIVE (only to who knows the password), TOO_MANY_ATTEMPTS, BUSY.
 */
export async function login(ctx: Context, input: LoginInput): Promise<LoginAnswer> {
  const user = await findByDocument(ctx.db, input.document);
  const guess = guessFor(ctx, input.document, user);
  await countGuess(ctx, guess);
  const isRight = await verifyOrWithdraw(ctx, guess, user?.passwordHash ?? NOBODYS_HASH, input.password);
  if (!user || !isRight) refuse('INVALID_CREDENTIALS');
  if (!user.isActive) refuse('USER_INACTIVE');

  const newHash = isOutdated(user.passwordHash) ? await hashPassword(input.password) : null;
  const token = newSessionToken();
  await ctx.db.transaction(async (tx) => {
    const { users } = tx.tables;
    await forgiveGuess(tx, guess);
    if (newHash) await tx.update(users).set({ passwordHash: newHash }).where(eq(users.id, user.id));
    const { publicId } = await openSession(tx, ctx, user, token);
    await record(tx, { ...ctx, user }, { action: 'login', entityType: 'session', entityId: publicId });
  });
  handOver(ctx, user, token);
  return { requiresTwoFactor: false, message: 'Login realizado', user: userAnswer(user) };
}

async function findByDocument(db: Reader, document: string): Promise<UserRow | null> {
  const taxId = parseDocument(document);
  if (!taxId) return null;
  const { users } = db.tables;
  const [user] = await db
    .select()
    .from(users)
    .where(eq(taxId.kind === 'cpf' ? users.cpf : users.cnpj, taxId.digits));
  return user ?? null;
}

/**
 * Where a guess is counted: on a device that the account knows, in a count of its own, which nobody else can use up;
 * elsewhere with all unknown devices of that document, whether anybody has it or not, and against the address. Documents
 * stand in the table as a signature, so that it does not list who has been asked for.
 */
function guessFor(ctx: Context, document: string, user: UserRow | null): Guess {
  const nonce = user && knownDevice(ctx.keys, ctx.request.deviceToken, user.id);
  if (nonce) return { account: `password:${user.id}:${nonce}`, address: null };
  const typed = parseDocument(document)?.digits ?? document.toUpperCase();
  return { account: `password:${ctx.keys.sign('attempt', typed).mac}`, address: ctx.request.ip };
}

async function verifyOrWithdraw(
  ctx: Context,
  guess: Guess,
  passwordHash: string,
  password: string,
): Promise<boolean> {
  try {
    return await verifyPassword(passwordHash, password);
  } catch (error) {
    if (error instanceof Refusal) await withdrawGuess(ctx, guess);
    throw error;
  }
}
