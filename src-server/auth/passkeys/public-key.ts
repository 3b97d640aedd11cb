import { createPublicKey, type JsonWebKey } from 'node:crypto';

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('base64url');

/** A COSE key (base64url) as PEM, which openssl and node read. ES256, RS256 and Ed25519: all that passkeys here may use. */
export async function pemOf(publicKey: string): Promise<string> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const key = decodeCredentialPublicKey(Buffer.from(publicKey, 'base64url'));
  const { COSEKEYS } = cose;
  let jwk: JsonWebKey;
  if (cose.isCOSEPublicKeyEC2(key))
    jwk = { kty: 'EC', crv: 'P-256', x: text(key.get(COSEKEYS.x)), y: text(key.get(COSEKEYS.y)) };
  else if (cose.isCOSEPublicKeyRSA(key))
    jwk = { kty: 'RSA', n: text(key.get(COSEKEYS.n)), e: text(key.get(COSEKEYS.e)) };
  else if (cose.isCOSEPublicKeyOKP(key)) jwk = { kty: 'OKP', crv: 'Ed25519', x: text(key.get(COSEKEYS.x)) };
  else throw new Error('a passkey has a key of an unknown kind');
  return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString();
}
