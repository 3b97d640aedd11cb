import type { ProtectionFacts } from '../protection-facts.ts';

/** Facts of a customer without choices of their own, who has not paid before. */
export const NO_PROTECTION: ProtectionFacts = {
  protection: null,
  hoursUses: null,
  monthUses: null,
  ownUses: null,
  payee: null,
  confirmation: null,
  reserve: null,
  waitingPayments: null,
  reservations: [],
  signals: null,
};
