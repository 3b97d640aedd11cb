import type { z } from 'zod';
import { type attestationSchema, PASSKEY_ALGORITHMS } from '#domain/auth/passkey';
import { refuse } from '#domain/refusal';
import type { Bank } from '#server/kernel/context';
import { relyingParty, webAuthn, webAuthnHelpers } from './relying-party.ts';
import type { PasskeyRow } from './verify-assertion.ts';

type NewKey = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'isMultiDevice' | 'isBackedUp'>;

/** Origin, relying party, challenge, user verification and algorithm of a new passkey. Refuses PASSKEY_REFUSED. */
export async function verifyAttestation(
  { env, log }: Pick<Bank, 'env' | 'log'>,
  { id, clientDataJSON, attestationObject }: z.output<typeof attestationSchema>,
  expectedChallenge: string,
): Promise<NewKey> {
  const { verifyRegistrationResponse } = await webAuthn();
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(env);
  try {
    if (await carriesCertificates(attestationObject)) throw new Error('an attestation was not asked for');
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      ...{ expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true },
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    });
    if (!verified || registrationInfo.credential.id !== id) throw new Error('not verified');
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credentialId: id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      isMultiDevice: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
    };
  } catch (error) {
    log.info({ err: error }, 'a new passkey was refused');
    return refuse('PASSKEY_REFUSED');
  }
}

/** Nobody asked for a maker's certificates, and to check them the library would call addresses that they name. */
async function carriesCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await webAuthnHelpers();
  const decoded = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'));
  const format = decoded.get('fmt');
  return format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined);
}
