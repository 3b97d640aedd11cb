import type { Reader } from '#db/db';
import { FRESH_PROOF_SECONDS } from '#domain/limits';
import { Refusal, refuse } from '#domain/refusal';
import { hasTwoFactor } from '#server/access/required-two-factor';
import type { SignedInContext, SignedInSession } from '#server/kernel/context';
import { rulesHoldFor } from './rules-hold.ts';

/**
 * Given within the last ten minutes. `whole`: password and second factor (`hasTwoFactor`). `sinceSignIn`: both given after the sign-in, whose
 * own proof is also that of whoever copied the cookie since; a factor alone may be one that the thief turned on.
 */
export type Proof = 'password' | 'whole' | 'sinceSignIn';

/** What a procedure declares. `forSome`: its use case asks, for some inputs. */
export type FreshProof = 'password' | 'whole' | 'forSome';

/**
 * `underRules`: of customers for whom the rules for money hold. One that applies takes the place of `always`, and so must be at least as strict.
 */
export type AskedProof = { always?: Proof; underRules?: Proof; inProduction?: Proof; ofAdmins?: Proof };

type Proving = Pick<SignedInContext, 'clock' | 'env' | 'user' | 'session'> & { db: Reader };

/** Refuses REAUTHENTICATE without the proof that applies here and, with a token, TOKEN_NOT_ALLOWED. */
export async function requireProof(ctx: Proving, asked: AskedProof): Promise<void> {
  const proof = await applying(ctx, asked);
  if (proof === null) return;
  if (!ctx.session) refuse('TOKEN_NOT_ALLOWED');
  const isProven = provenBy(ctx.clock.real(), ctx.session, proof === 'sinceSignIn');
  const { passwordProvenAt, factorProvenAt } = ctx.session;
  if (!isProven(passwordProvenAt)) refuse('REAUTHENTICATE');
  if (proof === 'password' || isProven(factorProvenAt)) return;
  if (await hasTwoFactor(ctx.db, ctx.user.id, ctx.clock.real())) refuse('REAUTHENTICATE');
}

/** What `requireProof` would refuse, to be thrown inside a transaction; null with the proof. */
export async function missingProof(ctx: Proving, asked: AskedProof): Promise<Refusal | null> {
  try {
    await requireProof(ctx, asked);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function applying(
  { db, env, user }: Proving,
  { always, underRules, inProduction, ofAdmins }: AskedProof,
): Promise<Proof | null> {
  if (inProduction && env.isProduction) return inProduction;
  if (user.role === 'admin') return ofAdmins ?? always ?? null;
  if (underRules && (await rulesHoldFor(db, { env }, user.id))) return underRules;
  return always ?? null;
}

function provenBy(now: Date, { createdAt }: Pick<SignedInSession, 'createdAt'>, isSince: boolean) {
  // A time in the future, from a wrong clock, would otherwise count as fresh until it has passed.
  const isFresh = (at: Date) => Math.abs(now.getTime() - at.getTime()) <= FRESH_PROOF_SECONDS * 1000;
  return (at: Date | null): boolean => at !== null && isFresh(at) && (!isSince || at > createdAt);
}
