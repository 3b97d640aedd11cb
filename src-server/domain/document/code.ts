/** No look-alikes (0/O, 1/I/L). */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const BASE = ALPHABET.length;
/** Symbols for the id's timestamp (until 2807) and its random part. */
const MOMENT_SYMBOLS = 9;
const RANDOM_SYMBOLS = 11;
const CODE = new RegExp(`^[${ALPHABET}]{${MOMENT_SYMBOLS + RANDOM_SYMBOLS}}$`);

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/;
const RANDOM_MASK = (1n << 62n) - 1n;
const RANDOM_RANGE = BigInt(BASE) ** BigInt(RANDOM_SYMBOLS);

/**
 * `XXXX-XXXX-XXXX-XXXX-XXXX`, derived from the timestamp and 54 random bits of a UUID v7. Throws for other
 * ids.
 */
export function documentCode(id: string): string {
  const parts = UUID_V7.exec(id);
  if (!parts) throw new Error(`document code: no UUID v7: ${id}`);
  const [, high, low, variant, node] = parts;
  const random = BigInt(`0x${variant}${node}`) & RANDOM_MASK;
  const symbols =
    inSymbols(BigInt(`0x${high}${low}`), MOMENT_SYMBOLS) + inSymbols(random % RANDOM_RANGE, RANDOM_SYMBOLS);
  return grouped(symbols);
}

/** Null if malformed. */
export function parseDocumentCode(text: string): string | null {
  const symbols = text.toUpperCase().replace(/[\s-]/g, '');
  return CODE.test(symbols) ? grouped(symbols) : null;
}

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
    symbols = ALPHABET.charAt(Number(rest % BigInt(BASE))) + symbols;
    rest /= BigInt(BASE);
  }
  return symbols;
}

const grouped = (symbols: string): string => symbols.replace(/(.{4})(?!$)/g, '$1-');
