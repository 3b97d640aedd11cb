export const CONTRACT_TYPES = ['credit', 'investment'] as const;
export type ContractType = (typeof CONTRACT_TYPES)[number];
/** Each kind is cancelled in one way only: a proposal lapses, an investment is paid out. */
export const CANCELLED_BECAUSE: Record<ContractType, string> = {
  credit: 'O prazo para assinar terminou. Você não deve nada e pode pedir o crédito de novo.',
  investment:
    'O investimento venceu ou foi resgatado antes da assinatura. O valor está na sua conta e nada falta assinar.',
};
export const CONTRACT_TYPE_LABELS: Record<ContractType, string> = {
  credit: 'Crédito',
  investment: 'Investimento',
};

export const CONTRACT_STATUSES = ['pending_signature', 'signed', 'cancelled'] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];
