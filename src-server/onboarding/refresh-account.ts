import { and, eq, isNull, lte, ne, or } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { externalStatusOf, REVIEWED_PARTS, type Reviews } from '#domain/pix/external-status';
import type { ExternalStatus } from '#domain/pix/words';
import { type AuditContext, record } from '#server/audit/record';
import type { Bank } from '#server/kernel/context';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import type { ProviderAccount } from '#server/provider/client';
import { mapped, type Outcome } from '#server/provider/outcome';
import {
  type ExternalAccount,
  findExternal,
  type OpenExternalAccount,
  providerAccountOf,
} from './external-account.ts';

/** Stores changes and notifies the customer; the latest of concurrent calls wins. Failures change nothing. */
export async function refreshAccount(
  bank: Bank,
  external: OpenExternalAccount,
  by: AuditContext,
): Promise<Outcome<OpenExternalAccount>> {
  const askedAt = bank.clock.real();
  const account = providerAccountOf(bank, external);
  const asked = await account.status();
  if (asked.kind !== 'answered') return asked;
  const reviews = asked.value;
  const status = externalStatusOf(reviews);
  const rejectReasons = status === 'rejected' ? await reasonsOf(external, account) : [];
  const activatedAt = external.activatedAt ?? (status === 'approved' ? bank.clock.now() : null);
  const now = { ...reviews, rejectReasons, activatedAt, checkedAt: askedAt };
  await keepStatus(bank, by, { userId: external.userId, now, status });
  return mapped(asked, () => ({ ...external, ...now, status }));
}

/** Why the account was rejected; the last known reasons if the provider does not answer. */
async function reasonsOf(external: OpenExternalAccount, account: ProviderAccount): Promise<string[]> {
  const documents = await account.documents();
  return documents.kind === 'answered' ? documents.value.rejectReasons : external.rejectReasons;
}

type FetchedStatus = {
  userId: string;
  now: Reviews & { rejectReasons: string[]; activatedAt: Date | null; checkedAt: Date };
  status: ExternalStatus;
};

async function keepStatus(
  bank: Bank,
  by: AuditContext,
  { userId, now, status }: FetchedStatus,
): Promise<void> {
  await bank.db.transaction(async (tx) => {
    const before = await claimNews(tx, userId, now.checkedAt);
    if (!before) return;
    const { externalAccounts: accounts } = tx.tables;
    const activatedAt = before.activatedAt ?? now.activatedAt;
    await tx
      .update(accounts)
      .set({ ...now, activatedAt })
      .where(eq(accounts.userId, userId));
    const isNews = await moveStatus(tx, userId, status);
    if (isNews && (status === 'approved' || status === 'rejected'))
      await queueMessage(tx, bank, `external_account_${status}`, await receiverOf(tx, userId), {
        reasons: now.rejectReasons,
      });
    const changed = REVIEWED_PARTS.filter((part) => before[part] !== now[part]);
    if (!isNews && changed.length === 0) return;
    const parts = changed.map((part) => [part, { from: before[part], to: now[part] }] as const);
    await record(tx, by, {
      action: 'update_external_account',
      entityId: userId,
      changes: { ...Object.fromEntries(parts), status: { from: before.status, to: status } },
    });
  });
}

/** Null if a later request was already stored. */
async function claimNews(tx: Tx, userId: string, checkedAt: Date): Promise<ExternalAccount | null> {
  const { externalAccounts: accounts } = tx.tables;
  const claimed = await tx
    .update(accounts)
    .set({ checkedAt })
    .where(
      and(eq(accounts.userId, userId), or(isNull(accounts.checkedAt), lte(accounts.checkedAt, checkedAt))),
    )
    .returning({ userId: accounts.userId });
  return claimed.length === 0 ? null : findExternal(tx, userId);
}

async function moveStatus(tx: Tx, userId: string, status: ExternalStatus): Promise<boolean> {
  const { users } = tx.tables;
  const moved = await tx
    .update(users)
    .set({ asaasAccountStatus: status })
    .where(
      and(eq(users.id, userId), or(isNull(users.asaasAccountStatus), ne(users.asaasAccountStatus, status))),
    )
    .returning({ id: users.id });
  return moved.length === 1;
}
