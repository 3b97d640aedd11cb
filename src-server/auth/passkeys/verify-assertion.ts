import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import type { Tables } from '#db/schema';
import { type AssertionInput, isPasskeyTrusted } from '#domain/auth/passkey';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { Bank, Context, SessionContext } from '#server/kernel/context';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { ownRow } from '../own-row.ts';
import { relyingParty, webAuthn } from './relying-party.ts';

export type PasskeyRow = Tables['passkeys']['$inferSelect'];

/** A verified signature. The three texts, in base64url, with `passkey.publicKey` (COSE) let anybody verify it again. */
export type Assertion = {
  passkey: Pick<PasskeyRow, 'id' | 'userId' | 'name' | 'publicKey'>;
  clientData: string;
  authenticatorData: string;
  signature: string;
  counter: number;
  isBackedUp: boolean;
};

const TOO_NEW =
  'Esta chave de acesso só prova quem você é 24 horas depois de adicionada. Até lá, use outra forma.';

type Asserted = { credential: PasskeyRow; response: AssertionInput; expectedChallenge: string };

/** Null when unknown or removed; `userId`: of this user only. */
export async function findPasskey(
  db: Reader,
  credentialId: string,
  userId?: string,
): Promise<PasskeyRow | null> {
  const { passkeys } = db.tables;
  const [found] = await db
    .select()
    .from(passkeys)
    .where(
      and(
        eq(passkeys.credentialId, credentialId),
        isNull(passkeys.endedAt),
        userId === undefined ? undefined : eq(passkeys.userId, userId),
      ),
    );
  return found ?? null;
}

/**
 * One of the caller's that proves who it is. A new one does not: whoever copied a cookie in its first minutes could add one and
 * prove anything with it. Refuses PASSKEY_REFUSED.
 */
export async function trustedPasskey(
  { db, clock, user }: Pick<SessionContext, 'db' | 'clock' | 'user'>,
  credentialId: string,
): Promise<PasskeyRow> {
  const found = (await findPasskey(db, credentialId, user.id)) ?? refuse('PASSKEY_REFUSED');
  if (!isPasskeyTrusted(found.createdAt, clock.real())) refuse('PASSKEY_REFUSED', { text: TOO_NEW });
  return found;
}

/**
 * Verifies origin, relying party, challenge, user verification, signature and counter. Count the attempt before, and call
 * `noteAssertion` in the commit of what it proves. `expectedChallenge`: base64url. A counter that did not grow tells the
 * owner: two devices may hold the key. Refuses PASSKEY_REFUSED.
 */
export async function verifyAssertion(
  ctx: Context,
  { credential, response, expectedChallenge }: Asserted,
): Promise<Assertion> {
  const signed = await signedBy(ctx, { credential, response, expectedChallenge });
  if (!signed) refuse('PASSKEY_REFUSED');
  if (!hasGrown(credential.counter, signed.counter)) {
    await reportCopy(ctx, credential, signed.counter);
    refuse('PASSKEY_REFUSED');
  }
  const { id, userId, name, publicKey } = credential;
  const { clientDataJSON: clientData, authenticatorData, signature } = response;
  return { passkey: { id, userId, name, publicKey }, clientData, authenticatorData, signature, ...signed };
}

/** Keeps counter and last use. Refuses PASSKEY_REFUSED when the passkey was removed, or used again, meanwhile. */
export async function noteAssertion(
  tx: Tx,
  { clock }: Pick<Bank, 'clock'>,
  { passkey, counter, isBackedUp }: Assertion,
): Promise<void> {
  const { passkeys } = tx.tables;
  const grows = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const noted = await tx
    .update(passkeys)
    .set({ counter, isBackedUp, lastUsedAt: clock.real() })
    .where(and(eq(passkeys.id, passkey.id), isNull(passkeys.endedAt), grows))
    .returning({ id: passkeys.id });
  if (noted.length === 0) refuse('PASSKEY_REFUSED');
}

/** WebAuthn, 7.2: a counter that is used must grow. Authenticators without one always send 0. */
const hasGrown = (before: number, now: number): boolean => now > before || (now === 0 && before === 0);

async function signedBy(
  { env, log }: Pick<Bank, 'env' | 'log'>,
  { credential, response, expectedChallenge }: Asserted,
): Promise<Pick<Assertion, 'counter' | 'isBackedUp'> | null> {
  const { id, ...parts } = response;
  if (id !== credential.credentialId) return null;
  const { verifyAuthenticationResponse } = await webAuthn();
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(env);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: parts },
      // The counter is compared after the signature, so that only the key's holder can raise the alarm.
      credential: { id, publicKey: Buffer.from(credential.publicKey, 'base64url'), counter: 0 },
      ...{ expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true },
    });
    if (!verified) return null;
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch (error) {
    log.info({ err: error, passkeyId: credential.id }, 'a passkey was refused');
    return null;
  }
}

async function reportCopy(ctx: Context, { id, userId, name, counter }: PasskeyRow, sent: number) {
  ctx.log.warn({ passkeyId: id, counter, sent }, 'the counter of a passkey did not grow');
  const owner = await ownRow(ctx.db, userId);
  await ctx.db.transaction(async (tx) => {
    await queueMessage(tx, ctx, 'passkey_copied', await receiverOf(tx, userId), { ...ctx, name });
    await record(
      tx,
      { ...ctx, user: owner },
      {
        action: 'refuse_passkey',
        entityId: id,
        changes: { counter, sent },
      },
    );
  });
}
