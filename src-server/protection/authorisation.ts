import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { toDecimal } from '#domain/money';
import { authorisedInWords } from '#domain/protection/authorised';
import { isLimited } from '#domain/protection/intent';
import { PAYMENT_KINDS, type PaymentKind, PROOF_METHODS, type ProofMethod } from '#domain/protection/words';
import { refuse } from '#domain/refusal';
import { pemOf } from '#server/auth/passkeys/public-key';
import type { SignedInContext } from '#server/kernel/context';
import { type IntentRow, intentOf } from './intents/intent-row.ts';

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
    transactionId: id,
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
  const paid = await intentOf(db, transactionId);
  if (paid?.userId !== userId || !isAuthorised(paid)) return null;
  const { confirmations } = db.tables;
  const [confirmation = null] =
    paid.confirmationId === null
      ? []
      : await db.select().from(confirmations).where(eq(confirmations.id, paid.confirmationId));
  return { paid, confirmation };
}

/** Under the rules for money. */
const isAuthorised = (
  paid: IntentRow,
): paid is IntentRow & { kind: PaymentKind; method: ProofMethod; rules: string } =>
  paid.method !== null && paid.rules !== null && isLimited(paid.kind);

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
