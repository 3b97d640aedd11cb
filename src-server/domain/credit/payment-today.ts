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

/** What was saved by paying early, in cents; what was paid late takes nothing off it. */
export const savedCents = (paid: readonly { amount: string; paidAmount: string | null }[]): number =>
  paid.reduce((total, { amount, paidAmount }) => {
    const agreedCents = parseDecimal(amount) ?? 0;
    return total + Math.max(0, agreedCents - (parseDecimal(paidAmount ?? amount) ?? agreedCents));
  }, 0);

/** Adds up what is about to be paid; of an amount without late charges, whatever it is less than agreed is discount. */
export function paymentToday(instalments: readonly PayableInstalment[]): PaymentToday {
  const sum = (pick: (one: PayableInstalment) => string) =>
    instalments.reduce((total, one) => total + (parseDecimal(pick(one)) ?? 0), 0);
  const faceCents = sum(({ amount }) => amount);
  const lateCents = sum(({ lateFee }) => lateFee);
  const totalCents = sum(({ amountToday }) => amountToday);
  return { faceCents, discountCents: faceCents + lateCents - totalCents, lateCents, totalCents };
}
