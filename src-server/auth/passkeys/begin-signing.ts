import { z } from 'zod';
import { isPasskeyTrusted } from '#domain/auth/passkey';
import { PASSKEYS } from '#domain/limits';
import type { Context, SessionContext } from '#server/kernel/context';
import { countAttempt } from '../attempts.ts';
import { countCeremony } from '../count-in-session.ts';
import { openChallenge } from './challenge.ts';
import { descriptorOf, descriptorSchema, ownPasskeys } from './own-passkeys.ts';
import { relyingParty } from './relying-party.ts';
import type { PasskeyRow } from './verify-assertion.ts';

/** WebAuthn, PublicKeyCredentialRequestOptionsJSON. Without `allowCredentials` the person chooses one. */
export const requestOptionsSchema = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptorSchema),
});
export type RequestOptions = z.output<typeof requestOptionsSchema>;

/** What the browser asks an authenticator to sign: `challenge` in base64url. */
export const requestOptions = (
  { env }: Pick<Context, 'env'>,
  challenge: string,
  passkeys: readonly PasskeyRow[],
): RequestOptions => ({
  challenge,
  timeout: PASSKEYS.challengeSeconds * 1000,
  rpId: relyingParty(env).id,
  userVerification: 'required',
  allowCredentials: passkeys.map(descriptorOf),
});

/** For anybody: the passkey says who it is. Refuses TOO_MANY_ATTEMPTS. */
export async function beginPasskeyLogin(ctx: Context): Promise<RequestOptions> {
  await countAttempt(ctx, 'passkeyAddress', ctx.request.ip);
  return requestOptions(ctx, await openChallenge(ctx, 'login'), []);
}

/** For `provePasskey`, with those of the caller's passkeys that prove something. Refuses TOO_MANY_ATTEMPTS. */
export async function beginPasskeyProof(ctx: SessionContext): Promise<RequestOptions> {
  await countCeremony(ctx);
  const now = ctx.clock.real();
  const passkeys = await ownPasskeys(ctx.db, ctx.user.id);
  const trusted = passkeys.filter(({ createdAt }) => isPasskeyTrusted(createdAt, now));
  return requestOptions(ctx, await openChallenge(ctx, 'prove'), trusted);
}
