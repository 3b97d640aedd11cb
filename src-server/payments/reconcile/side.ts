import { type OrderKind, PAID_BY_BANK } from '#domain/pix/words';
import type { Bank } from '#server/kernel/context';
import { type AnyAccount, everyAccount } from '#server/onboarding/every-account';
import type { Soundness } from './compare-books.ts';

/**
 * An account at the provider; from when on it is compared; and whether orders and incoming money agree with the ledger, so
 * that more may be booked upon them.
 */
export type Side = AnyAccount & {
  bank: Bank;
  period: Period;
  sound: Soundness;
};

/**
 * What is compared beside everything open: orders sent since a moment of real time (null: all there are), money booked since
 * one of the bank's time, and what the provider dates since a day.
 */
export type Period = { sentSince: Date | null; bookedSince: Date | null; since: string };

/** The bank's own account, and then every customer's. */
export async function* everySide(bank: Bank, common: Pick<Side, 'period' | 'sound'>): AsyncGenerator<Side> {
  for await (const account of everyAccount(bank)) yield { bank, ...account, ...common };
}

/** Orders that this account pays: slips and moves into customers' accounts the bank's own, the others the customer's. */
export const isPaidBy = (
  { external }: Pick<Side, 'external'>,
  order: { kind: OrderKind; userId: string },
): boolean => {
  const isOfRoot = PAID_BY_BANK.includes(order.kind);
  return external === null ? isOfRoot : !isOfRoot && order.userId === external.userId;
};
