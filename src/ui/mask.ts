/** The masks of section 5; `limit` is the most characters the field takes. */
const MASKS = {
  cpf: { limit: 14, format: cpf },
  cnpj: { limit: 18, format: cnpj },
  /** CPF or CNPJ, whichever it turns out to be: letters or more than eleven characters make it a CNPJ. */
  document: { limit: 18, format: document },
  phone: { limit: 15, format: phone },
  cep: { limit: 9, format: (text: string) => fill('99999-999', digits(text)) },
  account: { limit: 9, format: (text: string) => fill('9999-9999', digits(text)) },
} as const;

export type MaskName = keyof typeof MASKS;

/** The most characters the masked field takes. */
export function maskLimit(mask: MaskName): number {
  return MASKS[mask].limit;
}

/** Puts a text into its mask; separators come only before a character that follows, so that deleting works. */
export function applyMask(mask: MaskName, text: string): string {
  return MASKS[mask].format(text);
}

/** Where the caret stands after masking: behind as many letters and digits as it stood before. */
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

/** Letters and digits alone, in capitals: what is sent where the bank wants it bare. */
export function significant(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

/** Fills a pattern of nines and separators with characters, as far as they reach. */
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
  // A pasted or autofilled number may bring the country's code.
  const national = typed.length > 11 && typed.startsWith('55') ? typed.slice(2) : typed;
  return fill(national.length > 10 ? '(99) 99999-9999' : '(99) 9999-9999', national);
}
