export const CONTRACT_TYPES = ['credit', 'investment'] as const;
export type ContractType = (typeof CONTRACT_TYPES)[number];
export const CONTRACT_TYPE_LABELS: Record<ContractType, string> = {
  credit: 'Crédito',
  investment: 'Investimento',
};

export const CONTRACT_STATUSES = ['pending_signature', 'signed', 'cancelled'] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];
