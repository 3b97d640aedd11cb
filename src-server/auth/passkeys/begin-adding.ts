import { z } from 'zod';
import { PASSKEY_ALGORITHMS } from '#domain/auth/passkey';
import { PASSKEYS } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import type { SessionContext } from '#server/kernel/context';
import { countCeremony } from '../count-in-session.ts';
import { ownRow } from '../own-row.ts';
import { requireConfirmedEmail } from '../require-confirmed-email.ts';
import { openChallenge } from './challenge.ts';
import { descriptorOf, descriptorSchema, ownPasskeys } from './own-passkeys.ts';
import { relyingParty } from './relying-party.ts';

/** WebAuthn, PublicKeyCredentialCreationOptionsJSON. */
export const creationOptionsSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(descriptorSchema),
});

/**
 * What the browser needs to make a passkey. Needs its owner's proof: a passkey added with a copied cookie
 * would open the back office for good, or confirm payments a day later. Refuses REAUTHENTICATE, CONTACT_NOT_CONFIRMED
 * (`requireConfirmedEmail`), TOO_MANY_PASSKEYS, TOO_MANY_ATTEMPTS.
 */
export async function beginAddingPasskey(
  ctx: SessionContext,
): Promise<z.output<typeof creationOptionsSchema>> {
  await countCeremony(ctx);
  await requireProof(ctx, { underRules: 'sinceSignIn', ofAdmins: 'sinceSignIn' });
  const [user, passkeys] = await Promise.all([ownRow(ctx.db, ctx.user.id), ownPasskeys(ctx.db, ctx.user.id)]);
  await requireConfirmedEmail(ctx, user);
  if (passkeys.length >= PASSKEYS.most) refuse('TOO_MANY_PASSKEYS');
  return {
    rp: { id: relyingParty(ctx.env).id, name: ctx.env.BRAND_NAME },
    user: {
      id: Buffer.from(user.id).toString('base64url'),
      name: user.username,
      displayName: user.fullName,
    },
    challenge: await openChallenge(ctx, 'register'),
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEYS.challengeSeconds * 1000,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: passkeys.map(descriptorOf),
  };
}
