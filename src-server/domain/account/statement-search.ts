import { documentCode, parseDocumentCode } from '#domain/document/code';
import { parseDecimal } from '#domain/money';
import { maskDocument, parseDocument } from '#domain/tax-id';
import { plainText } from '#domain/text';

/** `counterparty.document` is masked: hidden digits cannot be found out by searching. */
type Searched = {
  transactionId: string;
  description: string;
  amountCents: number;
  counterparty: { name: string; document: string } | null;
  endToEndId: string | null;
};

/** In cents, both included. */
type AmountRange = { least: number; most: number };

/** Would else be a range of amounts. */
const AS_CPF = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;

/** Shorter parts of identifiers would match too many. */
const MIN_CODE_LENGTH = 4;

/**
 * What a customer typed: part of a description or name (case and accents do not matter), a document or its shown digits,
 * an authentication code, an end-to-end id, or an amount ('2150', '21,50', '> 1000', '100 a 200').
 */
export function statementSearch(typed: string): (entry: Searched) => boolean {
  const words = plainText(typed.trim());
  const whole = parseDocument(words);
  const amounts = AS_CPF.test(words) ? null : amountRange(words);
  const digits = words.replace(/[.\-/\s]/g, '');
  const isDigits = /^\d{3,14}$/.test(digits);
  const code = parseDocumentCode(typed);
  return ({ transactionId, description, amountCents, counterparty, endToEndId }) => {
    if (amounts && isWithin(Math.abs(amountCents), amounts)) return true;
    if (plainText(description).includes(words)) return true;
    if (plainText(counterparty?.name ?? '').includes(words)) return true;
    // Only the shown digits are compared.
    if (whole && counterparty?.document === maskDocument(whole.digits)) return true;
    if (isDigits && (counterparty?.document ?? '').replace(/[.\-/]/g, '').includes(digits)) return true;
    if (words.length < MIN_CODE_LENGTH) return false;
    if (transactionId.startsWith(words) || plainText(endToEndId ?? '').includes(words)) return true;
    return code !== null && documentCode(transactionId) === code;
  };
}

const isWithin = (cents: number, { least, most }: AmountRange): boolean => cents >= least && cents <= most;

/** Null: not an amount. */
function amountRange(words: string): AmountRange | null {
  const text = words.replaceAll('r$', '').trim();
  const between = /^([\d.,]+)\s*(?:a|ate|-)\s*([\d.,]+)$/.exec(text);
  if (between) {
    const [first, second] = [centsIn(between[1]), centsIn(between[2])];
    if (first === null || second === null) return null;
    return { least: Math.min(first, second), most: Math.max(first, second) };
  }
  const [, sign = '', figure] = /^(>=|<=|>|<|=)?\s*([\d.,]+)$/.exec(text) ?? [];
  const cents = centsIn(figure);
  if (cents === null) return null;
  if (sign === '>') return { least: cents + 1, most: Number.MAX_SAFE_INTEGER };
  if (sign === '>=') return { least: cents, most: Number.MAX_SAFE_INTEGER };
  if (sign === '<') return { least: 0, most: cents - 1 };
  if (sign === '<=') return { least: 0, most: cents };
  return { least: cents, most: cents };
}

/** '1.234,50', '1234.5' or '1.234' in cents; null if none. */
function centsIn(figure: string | undefined): number | null {
  if (figure === undefined) return null;
  const isBrazilian = figure.includes(',') || /^\d{1,3}(\.\d{3})+$/.test(figure);
  return parseDecimal(isBrazilian ? figure.replaceAll('.', '').replace(',', '.') : figure);
}
