import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { deviceStatement } from '#domain/auth/device';

/** Whether the key (SPKI, base64url) is of P-256 and signed this session's statement; false for anything else. */
export function isSignedBy(publicKey: string, sessionId: string, signature: string): boolean {
  const key = keyOf(publicKey);
  if (key?.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return false;
  const signed = Buffer.from(deviceStatement(sessionId));
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}

function keyOf(publicKey: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}
