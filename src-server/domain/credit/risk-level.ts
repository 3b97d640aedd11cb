/** Levels of risk, from the best to the worst. */
export const RISK_LEVELS = ['muito_baixo', 'baixo', 'moderado', 'alto', 'muito_alto'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Portuguese labels of the levels of risk. */
export const RISK_LEVEL_LABELS: Record<RiskLevel, string> = {
  muito_baixo: 'muito baixo',
  baixo: 'baixo',
  moderado: 'moderado',
  alto: 'alto',
  muito_alto: 'muito alto',
};
