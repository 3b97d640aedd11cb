import { and, asc, gt, isNotNull } from 'drizzle-orm';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import type { ProviderAccount } from '#server/provider/client';
import { pages } from '#server/work/pages';
import { goOn } from '#server/work/stopping';
import { findExternal, isOpen, type OpenExternalAccount, providerAccountOf } from './external-account.ts';

/** `external` null: the bank's own account. */
export type AnyAccount = { external: OpenExternalAccount | null; account: ProviderAccount };

const PAGE = 100;

type Options = { rootCalls?: number; maxCalls?: number; unreadable?: (userId: string) => void };

/**
 * `rootCalls`, `maxCalls`: to the bank's own and to each customer's account, as in `Provider`. An account whose API key cannot be
 * decrypted is logged, told to `unreadable`, and left out.
 */
export async function* everyAccount(
  bank: Bank,
  { rootCalls, maxCalls, unreadable = () => {} }: Options = {},
): AsyncGenerator<AnyAccount> {
  goOn();
  const { provider } = bank;
  const root = rootCalls === undefined ? provider.root : provider.rootWithin(rootCalls);
  yield { external: null, account: root };
  for await (const userIds of pages(PAGE, (last: string | null) => userIdsAfter(bank, last ?? ''))) {
    for (const userId of userIds) {
      goOn();
      const external = await findExternal(bank.db, userId);
      if (!isOpen(external)) continue;
      const account = readable(bank, external, maxCalls);
      if (account) yield { external, account };
      else unreadable(userId);
    }
  }
}

function readable(bank: Bank, external: OpenExternalAccount, maxCalls?: number): ProviderAccount | null {
  try {
    return providerAccountOf(bank, external, maxCalls);
  } catch (error) {
    logFailure(bank.log, error, 'the API key of an account cannot be decrypted', { user: external.userId });
    return null;
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
