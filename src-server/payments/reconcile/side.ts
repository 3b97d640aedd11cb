import { type OrderKind, PAID_BY_BANK } from '#domain/pix/words';
import type { Bank } from '#server/kernel/context';
import { type AnyAccount, everyAccount } from '#server/onboarding/every-account';
import type { OpenExternalAccount } from '#server/onboarding/external-account';
import type { Soundness } from './compare-books.ts';

/** An account at the provider, the period, and whether its books agree with the ledger. */
export type Side = AnyAccount & {
  bank: Bank;
  period: Period;
  sound: Soundness;
  /** To the bank's own account, as in `everyAccount`. */
  rootCalls: number;
  byHand: boolean;
};

export type Common = Pick<Side, 'period' | 'sound' | 'rootCalls' | 'byHand'>;

export type CustomersSide = Side & { external: OpenExternalAccount };

/** `sentSince`: real time (null: all). `bookedSince`: the bank's time. `since`: the provider's day. */
export type Period = { sentSince: Date | null; bookedSince: Date | null; since: string };

/** All of an account's: the day on which Pix began (BCB Resolution 1/2020). */
export const HISTORY: Period = { sentSince: null, bookedSince: null, since: '2020-11-16' };

/** The bank's own account first; options as of `everyAccount`. */
export async function* everySide(
  bank: Bank,
  common: Common,
  options: Parameters<typeof everyAccount>[1],
): AsyncGenerator<Side> {
  for await (const account of everyAccount(bank, { ...options, rootCalls: common.rootCalls }))
    yield { bank, ...account, ...common };
}

/** Boletos and moves into customers' accounts belong to the bank's account, others to the customer's. */
export const isPaidBy = (
  { external }: Pick<Side, 'external'>,
  order: { kind: OrderKind; userId: string },
): boolean => {
  const isOfRoot = PAID_BY_BANK.includes(order.kind);
  return external === null ? isOfRoot : !isOfRoot && order.userId === external.userId;
};
