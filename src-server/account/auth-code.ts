import type { KeyRing } from '#server/keys';

/** No look-alikes: neither 0 and O, nor 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const SYMBOLS = 16;

/**
 * The public code of a transaction's receipt, `XXXX-XXXX-XXXX-XXXX` (79 bits): the same for both sides, and nobody without
 * the bank's key can make one up.
 */
export function authCode(keys: KeyRing, transactionId: string): string {
  const { mac } = keys.sign('receipt', transactionId);
  let number = BigInt(`0x${Buffer.from(mac, 'base64url').toString('hex')}`);
  const base = BigInt(ALPHABET.length);
  let code = '';
  for (let place = 0; place < SYMBOLS; place += 1) {
    if (place > 0 && place % 4 === 0) code += '-';
    code += ALPHABET[Number(number % base)];
    number /= base;
  }
  return code;
}
