/** Best to worst. */
export const RISK_LEVELS = ['muito_baixo', 'baixo', 'moderado', 'alto', 'muito_alto'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export const RISK_LEVEL_LABELS: Record<RiskLevel, string> = {
  muito_baixo: 'muito baixo',
  baixo: 'baixo',
  moderado: 'moderado',
  alto: 'alto',
  muito_alto: 'muito alto',
};
