/** To be paid until a moment, or by a due date. */
export const CHARGE_KINDS = ['immediate', 'dated'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

export const CHARGE_KIND_LABELS: Record<ChargeKind, string> = {
  immediate: 'Imediata',
  dated: 'Com vencimento',
};

/** `making`: the provider has not confirmed its code · `failed`: it has refused one. */
export const CHARGE_STATUSES = ['making', 'open', 'paid', 'expired', 'cancelled', 'failed'] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];

export const CHARGE_STATUS_LABELS: Record<ChargeStatus, string> = {
  making: 'Gerando código',
  open: 'Em aberto',
  paid: 'Paga',
  expired: 'Expirada',
  cancelled: 'Cancelada',
  failed: 'Não gerada',
};

/** Of a fine or discount: reais, or a percentage of the amount. */
export const RATE_MODES = ['value', 'percent'] as const;
export type RateMode = (typeof RATE_MODES)[number];
