import type { KeyRing } from '#server/kernel/keys';

const PURPOSE = 'undo payment';

/** Stateless: the payment and a signature. It is void once the payment has ended. */
export function newUndoToken(keys: KeyRing, id: string): string {
  const { keyId, mac } = keys.sign(PURPOSE, id);
  return `${id}.${keyId}.${mac}`;
}

/** The payment's id; null if the token is none of the bank's. */
export function readUndoToken(keys: KeyRing, token: string): string | null {
  const [id, keyId, mac, ...more] = token.split('.');
  if (!id || !keyId || !mac || more.length > 0) return null;
  return keys.verify(PURPOSE, id, { keyId, mac }) ? id : null;
}
