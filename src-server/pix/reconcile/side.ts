import { and, asc, gt, isNotNull } from 'drizzle-orm';
import type { Bank } from '#server/context';
import { findExternal, isOpen, type OpenExternalAccount, providerAccountOf } from '../external-account.ts';
import type { ProviderAccount } from '../provider/client.ts';
import type { Soundness } from './compare-books.ts';

/**
 * An account at the provider: a customer's, or (null) the bank's own; from when on it is compared; and whether orders and
 * incoming money agree with the ledger, so that more may be booked upon them.
 */
export type Side = {
  bank: Bank;
  external: OpenExternalAccount | null;
  account: ProviderAccount;
  period: Period;
  sound: Soundness;
};

/**
 * What is compared beside everything open: orders sent since a moment of real time (null: all there are), money booked since
 * one of the bank's time, and what the provider dates since a day.
 */
export type Period = { sentSince: Date | null; bookedSince: Date | null; since: string };

const PAGE = 100;

/** The bank's own account, and then every customer's. */
export async function* everySide(bank: Bank, common: Pick<Side, 'period' | 'sound'>): AsyncGenerator<Side> {
  yield { bank, external: null, account: bank.provider.root, ...common };
  let after = '';
  for (;;) {
    const userIds = await userIdsAfter(bank, after);
    for (const userId of userIds) {
      const external = await findExternal(bank.db, userId);
      if (isOpen(external)) yield { bank, external, account: providerAccountOf(bank, external), ...common };
    }
    const last = userIds.at(-1);
    if (last === undefined || userIds.length < PAGE) return;
    after = last;
  }
}

async function userIdsAfter({ db }: Bank, after: string): Promise<string[]> {
  const { externalAccounts } = db.tables;
  const rows = await db
    .select({ userId: externalAccounts.userId })
    .from(externalAccounts)
    .where(and(gt(externalAccounts.userId, after), isNotNull(externalAccounts.accountId)))
    .orderBy(asc(externalAccounts.userId))
    .limit(PAGE);
  return rows.map(({ userId }) => userId);
}

/** Orders that this account pays: slips and moves into customers' accounts the bank's own, the others the customer's. */
export const isPaidBy = (
  { external }: Pick<Side, 'external'>,
  order: { kind: string; userId: string },
): boolean => {
  const isOfRoot = order.kind === 'boleto' || order.kind === 'move_in';
  return external === null ? isOfRoot : !isOfRoot && order.userId === external.userId;
};
