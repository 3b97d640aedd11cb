import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';

/** Without mask; CPF has 11 digits, CNPJ 14 characters. */
export type TaxId = { kind: 'cpf' | 'cnpj'; digits: string };

const CPF = /^\d{11}$/;
/** Since July 2026 the first twelve may be letters (IN RFB 2.229/2024). */
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;

const unmasked = (text: string): string => text.toUpperCase().replace(/[\s./-]/g, '');

/** Null if invalid. */
export function parseCpf(text: string): string | null {
  const digits = unmasked(text);
  return CPF.test(digits) && isValidCpf(digits) ? digits : null;
}

/** Null if invalid. */
export function parseCnpj(text: string): string | null {
  const digits = unmasked(text);
  return CNPJ.test(digits) && isValidCnpj(digits, { version: 2 }) ? digits : null;
}

/** Null if neither. */
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

export function formatDocument(digits: string): string {
  return digits.length === 11 ? formatCpf(digits) : formatCnpj(digits);
}

/** '***.982.247-**'; a CNPJ is public. Accepts stored, formatted or masked text. */
export function maskDocument(document: string): string {
  const digits = unmasked(document);
  return digits.length === 11 ? `***.${digits.slice(3, 6)}.${digits.slice(6, 9)}-**` : formatCnpj(digits);
}

/** Accepts stored, formatted or masked text, whose length tells the two apart. */
export const isCompany = (document: string): boolean => unmasked(document).length === 14;

/** '***.982.247-**', '**.ABC.345/01DE-**'. */
export function listedDocument(digits: string): string {
  if (digits.length === 11) return maskDocument(digits);
  return formatCnpj(digits).replace(/..(.*)../, '**$1**');
}

/** The part that `listedDocument` shows: '***.982.247-**' → '982247'. Null if the text is not of that form. */
export function parseListed(text: string): { kind: TaxId['kind']; shown: string } | null {
  const cpf = /^\*{3}\.?(\d{3})\.?(\d{3})-?\*\*$/.exec(text);
  if (cpf) return { kind: 'cpf', shown: `${cpf[1]}${cpf[2]}` };
  const cnpj = /^\*\*\.?([0-9a-z]{3})\.?([0-9a-z]{3})\/?([0-9a-z]{4})-?\*\*$/i.exec(text);
  return cnpj && { kind: 'cnpj', shown: `${cnpj[1]}${cnpj[2]}${cnpj[3]}`.toUpperCase() };
}
