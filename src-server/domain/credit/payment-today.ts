import { centsOf } from '#domain/money';

/** Decimal text; `lateFee` is fine plus interest. */
export type PayableInstalment = { amount: string; lateFee: string; amountToday: string };

export type PaymentToday = {
  faceCents: number;
  discountCents: number;
  lateCents: number;
  totalCents: number;
};

/** What early payments saved, in cents; late payments do not reduce the sum. */
export const savedCents = (paid: readonly { amount: string; paidAmount: string | null }[]): number =>
  paid.reduce(
    (total, { amount, paidAmount }) => total + Math.max(0, centsOf(amount) - centsOf(paidAmount ?? amount)),
    0,
  );

/** Sums in cents; discount = agreed amounts + late fees − total. */
export function paymentToday(instalments: readonly PayableInstalment[]): PaymentToday {
  const sum = (pick: (one: PayableInstalment) => string) =>
    instalments.reduce((total, one) => total + centsOf(pick(one)), 0);
  const faceCents = sum(({ amount }) => amount);
  const lateCents = sum(({ lateFee }) => lateFee);
  const totalCents = sum(({ amountToday }) => amountToday);
  return { faceCents, discountCents: faceCents + lateCents - totalCents, lateCents, totalCents };
}
