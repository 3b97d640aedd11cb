/** No look-alikes: neither 0 and O, nor 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const BASE = ALPHABET.length;
/** Of the moment at which the identifier was made (milliseconds until the year 2807), and of its random part. */
const MOMENT_SYMBOLS = 9;
const RANDOM_SYMBOLS = 11;
const CODE = new RegExp(`^[${ALPHABET}]{${MOMENT_SYMBOLS + RANDOM_SYMBOLS}}$`);

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/;
const RANDOM_MASK = (1n << 62n) - 1n;
const RANDOM_RANGE = BigInt(BASE) ** BigInt(RANDOM_SYMBOLS);

/**
 * The public code of the document about `id` (a UUID v7, e.g. of a transaction), `XXXX-XXXX-XXXX-XXXX-XXXX`: always the
 * same, whatever keys the bank has, so that nothing need be stored for a receipt that nobody asks for. It starts with the
 * moment of the identifier and goes on with 54 of its random bits, which nobody guesses. Throws for another identifier.
 */
export function documentCode(id: string): string {
  const parts = UUID_V7.exec(id);
  if (!parts) throw new Error(`no UUID v7: ${id}`);
  const [, high, low, variant, node] = parts;
  const random = BigInt(`0x${variant}${node}`) & RANDOM_MASK;
  const symbols =
    inSymbols(BigInt(`0x${high}${low}`), MOMENT_SYMBOLS) + inSymbols(random % RANDOM_RANGE, RANDOM_SYMBOLS);
  return grouped(symbols);
}

/** A code as typed or scanned (small letters, spaces, no dashes) → as it stands on the document; null when it is none. */
export function parseDocumentCode(text: string): string | null {
  const symbols = text.toUpperCase().replace(/[\s-]/g, '');
  return CODE.test(symbols) ? grouped(symbols) : null;
}

/** The first and the last identifier that a code, as `parseDocumentCode` gives it, can be about. */
export function idsOfCode(code: string): { first: string; last: string } {
  let moment = 0n;
  for (const symbol of code.replaceAll('-', '').slice(0, MOMENT_SYMBOLS))
    moment = moment * BigInt(BASE) + BigInt(ALPHABET.indexOf(symbol));
  const hex = moment.toString(16).padStart(12, '0');
  const start = `${hex.slice(0, 8)}-${hex.slice(8)}`;
  return { first: `${start}-7000-8000-000000000000`, last: `${start}-7fff-bfff-ffffffffffff` };
}

function inSymbols(value: bigint, length: number): string {
  let rest = value;
  let symbols = '';
  for (let place = 0; place < length; place += 1) {
    symbols = (ALPHABET[Number(rest % BigInt(BASE))] ?? '') + symbols;
    rest /= BigInt(BASE);
  }
  return symbols;
}

const grouped = (symbols: string): string => symbols.replace(/(.{4})(?!$)/g, '$1-');
