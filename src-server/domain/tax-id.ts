import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';

/** A CPF (11 digits) or CNPJ (14 digits and capitals, the last two digits), without mask. */
export type TaxId = { kind: 'cpf' | 'cnpj'; digits: string };

const CPF = /^\d{11}$/;
/** Since July 2026 the first twelve may be letters (IN RFB 2.229/2024). */
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;

const unmasked = (text: string): string => text.toUpperCase().replace(/[\s./-]/g, '');

/** A CPF as typed, mask or none → its 11 digits, or null when it is none (check digits included). */
export function parseCpf(text: string): string | null {
  const digits = unmasked(text);
  return CPF.test(digits) && isValidCpf(digits) ? digits : null;
}

/** A CNPJ as typed, mask or none, capitals or not → its 14 characters, or null when it is none (check digits included). */
export function parseCnpj(text: string): string | null {
  const digits = unmasked(text);
  return CNPJ.test(digits) && isValidCnpj(digits, { version: 2 }) ? digits : null;
}

/** A CPF or CNPJ as typed → which of the two it is, or null when it is neither. */
export function parseDocument(text: string): TaxId | null {
  const cpf = parseCpf(text);
  if (cpf) return { kind: 'cpf', digits: cpf };
  const cnpj = parseCnpj(text);
  return cnpj ? { kind: 'cnpj', digits: cnpj } : null;
}

/** '52998224725' → '529.982.247-25'. */
export function formatCpf(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
}

/** '12ABC34501DE35' → '12.ABC.345/01DE-35'. */
export function formatCnpj(digits: string): string {
  return digits.replace(/^(.{2})(.{3})(.{3})(.{4})(\d{2})$/, '$1.$2.$3/$4-$5');
}

/** A stored CPF or CNPJ → with its mask. */
export function formatDocument(digits: string): string {
  return digits.length === 11 ? formatCpf(digits) : formatCnpj(digits);
}

/**
 * What others may see of a document, as stored or as a provider writes it (formatted, masked already): '***.982.247-**' of a
 * CPF, and a CNPJ whole, which is public.
 */
export function maskDocument(document: string): string {
  const digits = unmasked(document);
  return digits.length === 11 ? `***.${digits.slice(3, 6)}.${digits.slice(6, 9)}-**` : formatCnpj(digits);
}

/**
 * A stored document as lists of administrators show it, to tell two people of one name apart and no more: '***.982.247-**',
 * and of a CNPJ '**.ABC.345/01DE-**'.
 */
export function listedDocument(digits: string): string {
  if (digits.length === 11) return maskDocument(digits);
  return formatCnpj(digits).replace(/^..(.*)..$/, '**$1**');
}
