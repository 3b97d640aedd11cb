/** `returning`: the provider is asked to refund it · `released`: in its owner's account, or paid outside the bank · `returned`: back with the payer. */
export const HELD_STATUSES = ['held', 'returning', 'released', 'returned'] as const;
export type HeldStatus = (typeof HELD_STATUSES)[number];

export const OPEN_HELD_STATUSES = ['held', 'returning'] as const satisfies HeldStatus[];

export const HELD_STATUS_LABELS: Record<HeldStatus, string> = {
  held: 'Retido',
  returning: 'Devolvendo',
  released: 'Liberado',
  returned: 'Devolvido',
};
