import { PASSWORD_LENGTH } from '#domain/limits';

/** From so many characters on a password takes long to guess. */
const GOOD_LENGTH = 14;

/** What the length of a password says about it, while it is typed. */
export function passwordHint(length: number): string {
  if (length === 0)
    return `No mínimo ${PASSWORD_LENGTH.min} caracteres. Uma frase longa é fácil de lembrar e difícil de adivinhar.`;
  const missing = PASSWORD_LENGTH.min - length;
  if (missing === 1) return 'Falta 1 caractere.';
  if (missing > 1) return `Faltam ${missing} caracteres.`;
  if (length < GOOD_LENGTH) return `Serve. Com ${GOOD_LENGTH} ou mais caracteres fica mais forte.`;
  return 'Bom tamanho.';
}
