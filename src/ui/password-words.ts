import type { PasswordScore } from '#domain/auth/password-strength';
import { PASSWORD_LENGTH } from '#domain/limits';

/** The two lowest scores are refused. */
export const STRENGTHS: Record<PasswordScore, { text: string; palette: string }> = {
  0: { text: 'Muito fraca: é das primeiras que alguém tentaria.', palette: 'negative' },
  1: { text: 'Fraca: é das primeiras que alguém tentaria.', palette: 'negative' },
  2: { text: 'Razoável. Mais uma palavra a deixaria forte.', palette: 'caution' },
  3: { text: 'Boa senha.', palette: 'positive' },
  4: { text: 'Senha forte.', palette: 'positive' },
};

export function lengthText(length: number): string {
  const missing = PASSWORD_LENGTH.min - length;
  if (length === 0)
    return `No mínimo ${PASSWORD_LENGTH.min} caracteres. Uma frase longa é fácil de lembrar e difícil de adivinhar.`;
  if (missing === 1) return 'Falta 1 caractere.';
  return missing > 1 ? `Faltam ${missing} caracteres.` : 'Bom tamanho.';
}
