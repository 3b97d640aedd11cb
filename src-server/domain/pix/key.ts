import { z } from 'zod';
import { parsePhone } from '#domain/phone';
import { maskDocument, parseCnpj, parseCpf } from '#domain/tax-id';

/** What a PIX key is, as the directory (DICT) tells them apart. */
export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

/** A key in the form in which the directory holds it. */
export type PixKey = { type: PixKeyType; canonical: string };

const EVP = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_EMAIL_LENGTH = 77;
/** Area code, then nine digits of which the first is 9: the directory knows no landlines. */
const MOBILE = /^\d{2}9\d{8}$/;

/**
 * A key as typed or pasted → its type and canonical form, or null when it is none. Eleven digits without +55 are a CPF when
 * their check digits say so, otherwise a mobile phone.
 */
export function parsePixKey(text: string): PixKey | null {
  const typed = text.trim();
  if (typed.includes('@')) return emailKey(typed.toLowerCase());
  const evp = typed.toLowerCase();
  if (EVP.test(evp)) return { type: 'EVP', canonical: evp };
  if (typed.startsWith('+')) return phoneKey(typed);
  const cpf = parseCpf(typed);
  if (cpf) return { type: 'CPF', canonical: cpf };
  const cnpj = parseCnpj(typed);
  if (cnpj) return { type: 'CNPJ', canonical: cnpj };
  return phoneKey(typed);
}

/** A text as a key of one type → its canonical form, or null. Eleven digits may be a CPF here and a phone there. */
export function parseKeyAs(type: PixKeyType, text: string): string | null {
  const typed = text.trim();
  if (type === 'PHONE') return phoneKey(typed)?.canonical ?? null;
  const key = parsePixKey(typed);
  return key?.type === type ? key.canonical : null;
}

/** A key as statements, receipts and copies of data say it: a CPF masked. */
export const shownKey = ({ type, canonical }: { type: string | null; canonical: string }): string =>
  type === 'CPF' ? maskDocument(canonical) : canonical;

function emailKey(email: string): PixKey | null {
  const isOne = email.length <= MAX_EMAIL_LENGTH && z.email().safeParse(email).success;
  return isOne ? { type: 'EMAIL', canonical: email } : null;
}

function phoneKey(text: string): PixKey | null {
  const digits = parsePhone(text);
  return digits && MOBILE.test(digits) ? { type: 'PHONE', canonical: `+55${digits}` } : null;
}

const END_TO_END = /^[ED]\d{8}(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})[A-Za-z0-9]{11}$/;

/** Whether this is the identifier that a PIX carries from end to end: E (or D, returned), ISPB, moment to the minute, eleven more. */
export function isEndToEndId(text: string): boolean {
  const [, year, month, day, hour, minute] = END_TO_END.exec(text) ?? [];
  if (!year) return false;
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${year}-${month}-${day}`);
}
