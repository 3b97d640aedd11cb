import type { Difficulty } from '#domain/contact/words';

/** Totals of a customer's contacts; `resolutionPercent` is whole, null without contacts. */
export type ContactFigures = {
  total: number;
  resolved: number;
  resolutionPercent: number | null;
  byDifficulty: Record<Difficulty, number>;
};

export function contactFigures(
  contacts: readonly { difficulty: Difficulty; resolved: boolean }[],
): ContactFigures {
  const byDifficulty: Record<Difficulty, number> = { facil: 0, moderado: 0, dificil: 0 };
  for (const { difficulty } of contacts) byDifficulty[difficulty] += 1;
  const total = contacts.length;
  const resolved = contacts.filter((contact) => contact.resolved).length;
  const resolutionPercent = total === 0 ? null : Math.round((100 * resolved) / total);
  return { total, resolved, resolutionPercent, byDifficulty };
}
