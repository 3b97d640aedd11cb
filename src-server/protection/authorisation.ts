import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { toDecimal } from '#domain/money';
import { authorisedInWords } from '#domain/protection/authorised';
import { PAYMENT_KINDS, PROOF_METHODS } from '#domain/protection/words';
import { refuse } from '#domain/refusal';
import { pemOf } from '#server/auth/passkeys/public-key';
import type { SignedInContext } from '#server/kernel/context';

/**
 * `signed`: what the passkey signed, to be checked without the bank (docs/verify-a-signature.md); null for other methods.
 * `content` is the canonical JSON of what was paid; the rest is base64url, and the key also PEM.
 */
export const authorisationSchema = z.object({
  transactionId: z.string(),
  kind: z.enum(PAYMENT_KINDS),
  amount: z.string(),
  method: z.enum(PROOF_METHODS),
  text: z.string(),
  authorisedAt: z.iso.datetime(),
  rules: z.string(),
  signed: z
    .object({
      content: z.string(),
      clientData: z.string(),
      authenticatorData: z.string(),
      signature: z.string(),
      publicKey: z.string(),
      publicKeyPem: z.string(),
    })
    .nullable(),
});
export type Authorisation = z.output<typeof authorisationSchema>;

/** How a payment of the caller's was authorised. Refuses NOT_FOUND: also for a payee, and for payments without the rules. */
export async function authorisation(
  { db, user }: SignedInContext,
  { id }: { id: string },
): Promise<Authorisation> {
  const found = await findAuthorisation(db, user.id, id);
  if (!found) refuse('NOT_FOUND');
  const { paid, confirmation } = found;
  return {
    transactionId: paid.transactionId,
    kind: paid.kind,
    amount: toDecimal(paid.amountCents),
    method: paid.method,
    text: inWords(found),
    authorisedAt: paid.createdAt.toISOString(),
    rules: paid.rules,
    signed: confirmation && (await signedOf(confirmation)),
  };
}

/** Null for a payment of somebody else, and for one without the rules. */
export async function authorisedText(
  db: Reader,
  userId: string,
  transactionId: string,
): Promise<string | null> {
  const found = await findAuthorisation(db, userId, transactionId);
  return found && inWords(found);
}

type Found = NonNullable<Awaited<ReturnType<typeof findAuthorisation>>>;

async function findAuthorisation(db: Reader, userId: string, transactionId: string) {
  const { confirmations, paymentAuthorisations: paid } = db.tables;
  const [row] = await db
    .select({ paid, confirmation: confirmations })
    .from(paid)
    .leftJoin(confirmations, eq(confirmations.id, paid.confirmationId))
    .where(and(eq(paid.transactionId, transactionId), eq(paid.userId, userId)));
  return row ?? null;
}

const inWords = ({ paid, confirmation }: Found): string =>
  authorisedInWords({
    method: paid.method,
    passkeyName: confirmation?.passkeyName ?? null,
    at: paid.createdAt,
  });

async function signedOf({
  content,
  clientData,
  authenticatorData,
  signature,
  publicKey,
}: NonNullable<Found['confirmation']>): Promise<Authorisation['signed']> {
  if (!clientData || !authenticatorData || !signature || !publicKey) return null;
  return {
    content,
    clientData,
    authenticatorData,
    signature,
    publicKey,
    publicKeyPem: await pemOf(publicKey),
  };
}
