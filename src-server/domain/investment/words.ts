export const INVESTMENT_STATUSES = ['active', 'matured', 'redeemed'] as const;
export type InvestmentStatus = (typeof INVESTMENT_STATUSES)[number];

export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];
export const RISK_LEVEL_LABELS: Record<RiskLevel, string> = { low: 'Baixo', medium: 'Médio', high: 'Alto' };
