import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { bankDate } from '#domain/date';
import { CONFIRMATION_TRIES } from '#domain/limits';
import { maskEmail } from '#domain/mask-email';
import { secondsAfter } from '#domain/moment';
import { toDecimal } from '#domain/money';
import { CONFIRM_WAYS, type ConfirmWay } from '#domain/protection/confirmation';
import { paymentIn } from '#domain/protection/content';
import { CONFIRM_REASONS } from '#domain/protection/judge';
import { parametersOn } from '#domain/protection/limits';
import { PAYMENT_KINDS } from '#domain/protection/words';
import { refuse } from '#domain/refusal';
import { trustedEmail } from '#server/auth/email-hold';
import { ownRow } from '#server/auth/own-row';
import { relyingParty } from '#server/auth/passkeys/relying-party';
import { type TrustedFactors, trustedFactors } from '#server/auth/trusted-factors';
import type { SessionContext } from '#server/kernel/context';
import { challengeOf } from './authorise.ts';
import type { ConfirmationRow } from './standing-facts.ts';

const DAY_SECONDS = 86_400;

/** What is paid, why it must be confirmed, and how this customer can. `ways` is empty if they have none for this amount. */
export const confirmationSchema = z.object({
  id: z.string(),
  kind: z.enum(PAYMENT_KINDS),
  target: z.string(),
  payee: z.string().nullable(),
  /** CPF masked, CNPJ whole. */
  document: z.string().nullable(),
  amount: z.string(),
  day: z.string(),
  reasons: z.array(z.enum(CONFIRM_REASONS)),
  ways: z.array(z.enum(CONFIRM_WAYS)),
  /** For a passkey: WebAuthn's challenge, relying party and credentials. */
  passkey: z
    .object({
      challenge: z.string(),
      rpId: z.string(),
      credentials: z.array(z.object({ id: z.string(), transports: z.array(z.string()) })),
    })
    .nullable(),
  /** Masked; null unless a code can be sent. */
  sentTo: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});
export type Confirmation = z.output<typeof confirmationSchema>;

/** Refuses NOT_FOUND, CONFIRMATION_INVALID. */
export async function confirmation(ctx: SessionContext, { id }: { id: string }): Promise<Confirmation> {
  const row = await openConfirmation(ctx, id);
  const { way, email, credentials } = await wayOf(ctx, row);
  const { amountCents, ...payment } = paymentIn(row.content);
  const { id: rpId } = relyingParty(ctx.env);
  return {
    ...payment,
    id,
    amount: toDecimal(amountCents),
    reasons: row.reasons as Confirmation['reasons'],
    ways: way ? [way] : [],
    passkey: way === 'passkey' ? { challenge: challengeOf(row.content), rpId, credentials } : null,
    sentTo: way === 'email' ? maskEmail(email) : null,
    expiresAt: row.expiresAt.toISOString(),
  };
}

/**
 * The caller's confirmation, asked for by this session, that can still be proven. Refuses NOT_FOUND, CONFIRMATION_INVALID
 * (expired, proven, too many tries).
 */
export async function openConfirmation(
  { db, clock, user, session }: SessionContext,
  id: string,
): Promise<ConfirmationRow> {
  const { confirmations } = db.tables;
  const [row] = await db
    .select()
    .from(confirmations)
    .where(and(eq(confirmations.id, id), eq(confirmations.userId, user.id)));
  if (row?.sessionId !== session.publicId) refuse('NOT_FOUND');
  const now = clock.real();
  const isOpen = row.createdAt <= now && now < row.expiresAt && row.attempts < CONFIRMATION_TRIES;
  if (!isOpen || row.provenAt) refuse('CONFIRMATION_INVALID');
  return row;
}

type Ways = {
  way: ConfirmWay | null;
  email: string;
  credentials: TrustedFactors['passkeys'];
};

/** The strongest way that the customer has; null: none for this amount. */
export async function wayOf(
  ctx: SessionContext,
  row: Pick<ConfirmationRow, 'id' | 'amountCents'>,
): Promise<Ways> {
  const user = await ownRow(ctx.db, ctx.user.id);
  const { hasApp, passkeys: credentials } = await trustedFactors(ctx.db, user, ctx.clock.real());
  const { email, emailConfirmedAt } = await trustedEmail(ctx.db, user, ctx.clock.real());
  // Of both: a former address that nobody confirmed may be a stranger's.
  const isConfirmed = user.emailConfirmedAt !== null && emailConfirmedAt !== null;
  const mayMail = isConfirmed && (await isSmallEnough(ctx.db, ctx, row));
  const weaker = hasApp ? 'app' : mayMail ? 'email' : null;
  return { way: credentials.length > 0 ? 'passkey' : weaker, email, credentials };
}

/**
 * Whether a code by e-mail may confirm it: up to R$ 500,00, and R$ 1.000,00 in 24 hours, so that whoever reads the mailbox and has the
 * session takes no more by many small payments.
 */
export async function isSmallEnough(
  db: Reader,
  { clock, user }: Pick<SessionContext, 'clock' | 'user'>,
  { id, amountCents }: Pick<ConfirmationRow, 'id' | 'amountCents'>,
): Promise<boolean> {
  const { codeByEmailUpToCents, codesByEmailPerDayCents } = parametersOn(bankDate(clock.now()));
  if (amountCents > codeByEmailUpToCents) return false;
  const { confirmations } = db.tables;
  const [others] = await db
    .select({ cents: sql`coalesce(sum(${confirmations.amountCents}), 0)`.mapWith(Number) })
    .from(confirmations)
    .where(
      and(
        eq(confirmations.userId, user.id),
        // Not a parameter, so that the partial index is used.
        sql`${confirmations.method} = 'email'`,
        gt(confirmations.provenAt, secondsAfter(clock.real(), -DAY_SECONDS)),
        ne(confirmations.id, id),
      ),
    );
  return (others?.cents ?? 0) + amountCents <= codesByEmailPerDayCents;
}
