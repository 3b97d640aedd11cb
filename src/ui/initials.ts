/** `Ana Maria de Souza` → `AM`: initials of up to two words. */
export function initialsOf(fullName: string): string {
  const words = fullName.trim().split(/\s+/).filter(Boolean).slice(0, 2);
  return words.map((word) => Array.from(word)[0]?.toLocaleUpperCase('pt-BR') ?? '').join('');
}
