/** How a granted credit stands; the customer's standing and the bank's operation status are one. */
export const STANDINGS = ['adimplente', 'em_atraso', 'negativado', 'finalizado'] as const;
export type Standing = (typeof STANDINGS)[number];

/** Labels on screen. */
export const STANDING_LABELS: Record<Standing, string> = {
  adimplente: 'Adimplente',
  em_atraso: 'Em Atraso',
  negativado: 'Negativado',
  finalizado: 'Finalizado',
};
