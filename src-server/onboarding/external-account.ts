import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { EXTERNAL_STATUSES, type ExternalStatus } from '#domain/pix/words';
import { refuse } from '#domain/refusal';
import type { Bank, SignedInContext } from '#server/kernel/context';
import type { KeyRing } from '#server/kernel/keys';
import type { ProviderAccount } from '#server/provider/client';
import type { Reader } from '../../db/db.ts';
import type { Tables } from '../../db/schema.ts';

const PURPOSE = 'asaas';
const placeOf = (userId: string): string => `external_accounts|${userId}`;

/** The provider's key of a customer's account → as it is kept, readable only in its own place. */
export const encryptApiKey = (keys: KeyRing, apiKey: string, userId: string): string =>
  keys.encrypt(PURPOSE, apiKey, placeOf(userId));

/** The key as it is kept → the key. Throws when it was changed, moved, or encrypted by a key that is not on the ring. */
export const decryptApiKey = (keys: KeyRing, encrypted: string, userId: string): string =>
  keys.decrypt(PURPOSE, encrypted, placeOf(userId));

/**
 * A customer's account at the provider, as the bank last knew it; the row as it stands, with what `users` says of it.
 * `subAccountId` and `accountId` (the ledger's) are null until the provider has it.
 */
export type ExternalAccount = Omit<Tables['externalAccounts']['$inferSelect'], 'rejectReasons'> & {
  rejectReasons: string[];
  subAccountId: string | null;
  status: ExternalStatus | null;
};

const reasonsSchema = z
  .array(z.string())
  .nullable()
  .transform((reasons) => reasons ?? []);

/** A customer's account at the provider, or null when none was ever asked for. */
export async function findExternal(on: Reader, userId: string): Promise<ExternalAccount | null> {
  const { externalAccounts, users } = on.tables;
  const [found] = await on
    .select({
      row: externalAccounts,
      subAccountId: users.asaasSubAccountId,
      status: users.asaasAccountStatus,
    })
    .from(externalAccounts)
    .innerJoin(users, eq(users.id, externalAccounts.userId))
    .where(eq(externalAccounts.userId, userId));
  if (!found) return null;
  const status = EXTERNAL_STATUSES.find((word) => word === found.status) ?? null;
  const rejectReasons = reasonsSchema.parse(found.row.rejectReasons);
  return { ...found.row, rejectReasons, subAccountId: found.subAccountId, status };
}

/** The provider as this customer's account may use it. Throws when the account has no key yet. */
export function providerAccountOf(
  { provider, keys }: Pick<Bank, 'provider' | 'keys'>,
  { userId, apiKey }: Pick<ExternalAccount, 'userId' | 'apiKey'>,
): ProviderAccount {
  if (apiKey === null) throw new Error('an external account without a key was used');
  return provider.of(decryptApiKey(keys, apiKey, userId));
}

/** An account that the provider has; `accountId` is the ledger's mirror of it. */
export type OpenExternalAccount = ExternalAccount & {
  subAccountId: string;
  accountId: string;
  walletId: string;
  apiKey: string;
};

/** Whether the provider has it, and the bank its key. */
export function isOpen(external: ExternalAccount | null): external is OpenExternalAccount {
  return (
    external !== null &&
    external.subAccountId !== null &&
    external.accountId !== null &&
    external.walletId !== null &&
    external.apiKey !== null
  );
}

/** The caller's account at the provider. Refuses NOT_FOUND before it was made. */
export async function openedAccount(
  ctx: SignedInContext,
): Promise<{ external: OpenExternalAccount; account: ProviderAccount }> {
  const external = await findExternal(ctx.db, ctx.user.id);
  if (!isOpen(external)) refuse('NOT_FOUND', { text: 'Sua conta de pagamentos ainda não foi ativada' });
  return { external, account: providerAccountOf(ctx, external) };
}

/** The caller's account at the provider, which may be used. Refuses ACCOUNT_NOT_APPROVED otherwise. */
export async function approvedAccount(
  ctx: SignedInContext,
): Promise<{ external: OpenExternalAccount; account: ProviderAccount }> {
  const external = await findExternal(ctx.db, ctx.user.id);
  if (!isOpen(external) || external.status !== 'approved') refuse('ACCOUNT_NOT_APPROVED');
  return { external, account: providerAccountOf(ctx, external) };
}
