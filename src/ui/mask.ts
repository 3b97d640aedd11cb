/** Input masks; `limit` is the maximum length of the masked text. */
const MASKS = {
  cpf: { limit: 14, format: cpf },
  cnpj: { limit: 18, format: cnpj },
  /** CPF or CNPJ: letters or more than eleven characters make it a CNPJ. */
  document: { limit: 18, format: document },
  phone: { limit: 15, format: phone },
  cep: { limit: 9, format: (text: string) => fill('99999-999', digits(text)) },
  account: { limit: 9, format: (text: string) => fill('9999-9999', digits(text)) },
} as const;

export type MaskName = keyof typeof MASKS;

export function maskLimit(mask: MaskName): number {
  return MASKS[mask].limit;
}

/** Applies a mask; a separator is added only before a following character, so that deleting works. */
export function applyMask(mask: MaskName, text: string): string {
  return MASKS[mask].format(text);
}

/** Caret position after masking: behind the same number of letters and digits. */
export function caretAfterMask(masked: string, typed: string, caret: number): number {
  const before = significant(typed.slice(0, caret)).length;
  if (before === 0) return 0;
  let seen = 0;
  for (let place = 0; place < masked.length; place += 1) {
    if (/[0-9A-Z]/.test(masked.charAt(place))) seen += 1;
    if (seen === before) return place + 1;
  }
  return masked.length;
}

/** Letters and digits only, upper case. */
export function significant(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

function fill(pattern: string, characters: string): string {
  let out = '';
  let next = 0;
  for (const place of pattern) {
    if (next >= characters.length) break;
    out += place === '9' ? characters.charAt(next++) : place;
  }
  return out;
}

function cpf(text: string): string {
  return fill('999.999.999-99', digits(text));
}

function cnpj(text: string): string {
  const characters = significant(text);
  // The two check digits are never letters.
  return fill('99.999.999/9999-99', characters.slice(0, 12) + digits(characters.slice(12)));
}

function document(text: string): string {
  const characters = significant(text);
  return characters.length > 11 || /[A-Z]/.test(characters) ? cnpj(characters) : cpf(characters);
}

function phone(text: string): string {
  const typed = digits(text);
  // A pasted or autofilled number may include the country code.
  const national = typed.length > 11 && typed.startsWith('55') ? typed.slice(2) : typed;
  return fill(national.length > 10 ? '(99) 99999-9999' : '(99) 9999-9999', national);
}
