export const CONTACT_TYPE_LABELS = {
  cobranca: 'Cobrança',
  acompanhamento: 'Acompanhamento',
  suporte: 'Suporte',
} as const;
export type ContactType = keyof typeof CONTACT_TYPE_LABELS;
export const CONTACT_TYPES = ['cobranca', 'acompanhamento', 'suporte'] as const satisfies ContactType[];

export const DIFFICULTY_LABELS = { facil: 'Fácil', moderado: 'Moderado', dificil: 'Difícil' } as const;
export type Difficulty = keyof typeof DIFFICULTY_LABELS;
export const DIFFICULTIES = ['facil', 'moderado', 'dificil'] as const satisfies Difficulty[];
