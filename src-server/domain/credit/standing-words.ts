export const STANDINGS = ['adimplente', 'em_atraso', 'negativado', 'finalizado'] as const;
export type Standing = (typeof STANDINGS)[number];

export const STANDING_LABELS: Record<Standing, string> = {
  adimplente: 'Adimplente',
  em_atraso: 'Em Atraso',
  negativado: 'Negativado',
  finalizado: 'Finalizado',
};
