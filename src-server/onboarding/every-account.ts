import { and, asc, gt, isNotNull } from 'drizzle-orm';
import type { Bank } from '#server/kernel/context';
import type { ProviderAccount } from '#server/provider/client';
import { pages } from '#server/work/pages';
import { findExternal, isOpen, type OpenExternalAccount, providerAccountOf } from './external-account.ts';

/** `external` null: the bank's own account. */
export type AnyAccount = { external: OpenExternalAccount | null; account: ProviderAccount };

const PAGE = 100;

/** `maxCalls`: to each customer's account, as in `Provider`. */
export async function* everyAccount(bank: Bank, maxCalls?: number): AsyncGenerator<AnyAccount> {
  yield { external: null, account: bank.provider.root };
  for await (const userIds of pages(PAGE, (last: string | null) => userIdsAfter(bank, last ?? ''))) {
    for (const userId of userIds) {
      const external = await findExternal(bank.db, userId);
      if (isOpen(external)) yield { external, account: providerAccountOf(bank, external, maxCalls) };
    }
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
