/** Section 5: the fewest characters of a password; from the second number on it takes long to guess. */
const MIN_LENGTH = 8;
const GOOD_LENGTH = 14;

/** What the length of a password says about it, while it is typed. */
export function passwordHint(length: number): string {
  if (length === 0)
    return 'No mínimo 8 caracteres. Uma frase longa é fácil de lembrar e difícil de adivinhar.';
  const missing = MIN_LENGTH - length;
  if (missing === 1) return 'Falta 1 caractere.';
  if (missing > 1) return `Faltam ${missing} caracteres.`;
  if (length < GOOD_LENGTH) return `Serve. Com ${GOOD_LENGTH} ou mais caracteres fica mais forte.`;
  return 'Bom tamanho.';
}
