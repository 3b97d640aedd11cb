import { parseDecimal } from '#domain/money';

/** What paying instalments today comes to, as they are answered: decimal text, `lateFee` fine and interest together. */
export type PayableInstalment = { amount: string; lateFee: string; amountToday: string };

/** In cents: what was agreed, what paying early takes off, what paying late adds, and what leaves the account. */
export type PaymentToday = {
  faceCents: number;
  discountCents: number;
  lateCents: number;
  totalCents: number;
};

/** Adds up what is about to be paid; of an amount without late charges, whatever it is less than agreed is discount. */
export function paymentToday(instalments: readonly PayableInstalment[]): PaymentToday {
  const sum = (pick: (one: PayableInstalment) => string) =>
    instalments.reduce((total, one) => total + (parseDecimal(pick(one)) ?? 0), 0);
  const faceCents = sum(({ amount }) => amount);
  const lateCents = sum(({ lateFee }) => lateFee);
  const totalCents = sum(({ amountToday }) => amountToday);
  return { faceCents, discountCents: faceCents + lateCents - totalCents, lateCents, totalCents };
}
