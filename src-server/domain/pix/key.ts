import { z } from 'zod';
import { parsePhone } from '#domain/phone';
import { maskDocument, parseCnpj, parseCpf } from '#domain/tax-id';

export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

/** `canonical` is the form in the directory (DICT). */
export type PixKey = { type: PixKeyType; canonical: string };

/** Keys that can be tried one after the other. */
export const isGuessable = ({ type }: PixKey): boolean =>
  type === 'CPF' || type === 'CNPJ' || type === 'PHONE';

const EVP = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_EMAIL_LENGTH = 77;
/** The directory accepts mobile numbers only. */
const isMobile = (digits: string): boolean => digits.length === 11 && digits[2] === '9';

/** Eleven digits are a CPF if the check digits match, otherwise a mobile number. */
export function parsePixKey(text: string): PixKey | null {
  const typed = text.trim();
  if (typed.includes('@')) return emailKey(typed.toLowerCase());
  const evp = typed.toLowerCase();
  if (EVP.test(evp)) return { type: 'EVP', canonical: evp };
  const cpf = parseCpf(typed);
  if (cpf) return { type: 'CPF', canonical: cpf };
  const cnpj = parseCnpj(typed);
  if (cnpj) return { type: 'CNPJ', canonical: cnpj };
  return phoneKey(typed);
}

/** Null if invalid. */
export function parseKeyAs(type: PixKeyType, text: string): string | null {
  if (type === 'PHONE') return phoneKey(text)?.canonical ?? null;
  const key = parsePixKey(text);
  return key?.type === type ? key.canonical : null;
}

/** A CPF is masked. */
export const shownKey = ({ type, canonical }: { type: string | null; canonical: string }): string =>
  type === 'CPF' ? maskDocument(canonical) : canonical;

function emailKey(email: string): PixKey | null {
  const isEmail = email.length <= MAX_EMAIL_LENGTH && z.email().safeParse(email).success;
  return isEmail ? { type: 'EMAIL', canonical: email } : null;
}

function phoneKey(text: string): PixKey | null {
  const digits = parsePhone(text);
  return digits && isMobile(digits) ? { type: 'PHONE', canonical: `+55${digits}` } : null;
}
