import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';
import { EXTERNAL_STATUSES, type ExternalStatus } from '#domain/pix/words';
import { refuse } from '#domain/refusal';
import { countAttempt } from '#server/auth/attempts';
import type { Bank, SignedInContext } from '#server/kernel/context';
import type { KeyRing } from '#server/kernel/keys';
import type { ProviderAccount } from '#server/provider/client';

const PURPOSE = 'asaas';
const placeOf = (userId: string): string => `external_accounts|${userId}`;

/** The encrypted key can only be decrypted for the same user. */
export const encryptApiKey = (keys: KeyRing, apiKey: string, userId: string): string =>
  keys.encrypt(PURPOSE, apiKey, placeOf(userId));

/** Throws if the text was altered or is of another user, or if its key is not on the ring. */
export const decryptApiKey = (keys: KeyRing, encrypted: string, userId: string): string =>
  keys.decrypt(PURPOSE, encrypted, placeOf(userId));

/** As last known. `subAccountId` and `accountId` (ledger) are null until created. */
export type ExternalAccount = Omit<Tables['externalAccounts']['$inferSelect'], 'rejectReasons'> & {
  rejectReasons: string[];
  subAccountId: string | null;
  status: ExternalStatus | null;
};

const reasonsSchema = z
  .array(z.string())
  .nullable()
  .transform((reasons) => reasons ?? []);

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

/** `maxCalls` as in `Provider`. Throws if the account has no API key yet. */
export function providerAccountOf(
  { provider, keys }: Pick<Bank, 'provider' | 'keys'>,
  { userId, apiKey }: Pick<ExternalAccount, 'userId' | 'apiKey'>,
  maxCalls?: number,
): ProviderAccount {
  if (apiKey === null) throw new Error(`external account of user ${userId} has no API key`);
  return provider.of(decryptApiKey(keys, apiKey, userId), maxCalls);
}

/** `accountId` is its ledger account. */
export type OpenExternalAccount = ExternalAccount & {
  subAccountId: string;
  accountId: string;
  walletId: string;
  apiKey: string;
};

/** Created, and the bank has its key. */
export function isOpen(external: ExternalAccount | null): external is OpenExternalAccount {
  return (
    external !== null &&
    external.subAccountId !== null &&
    external.accountId !== null &&
    external.walletId !== null &&
    external.apiKey !== null
  );
}

/** The provider's quota of an account is for its payments: a token that only reads uses a part of it. */
async function countReader(ctx: SignedInContext): Promise<void> {
  if (ctx.token && !ctx.token.mayMoveMoney) await countAttempt(ctx, 'readerCalls', ctx.user.id);
}

/** Refuses NOT_FOUND, TOO_MANY_ATTEMPTS (tokens that only read). */
export async function openedAccount(
  ctx: SignedInContext,
): Promise<{ external: OpenExternalAccount; account: ProviderAccount }> {
  const external = await findExternal(ctx.db, ctx.user.id);
  if (!isOpen(external)) refuse('NOT_FOUND', { text: 'Sua conta de pagamentos ainda não foi ativada' });
  await countReader(ctx);
  return { external, account: providerAccountOf(ctx, external) };
}

/** Refuses ACCOUNT_NOT_APPROVED, TOO_MANY_ATTEMPTS (tokens that only read). */
export async function approvedAccount(
  ctx: SignedInContext,
): Promise<{ external: OpenExternalAccount; account: ProviderAccount }> {
  const external = await findExternal(ctx.db, ctx.user.id);
  if (!isOpen(external) || external.status !== 'approved') refuse('ACCOUNT_NOT_APPROVED');
  await countReader(ctx);
  return { external, account: providerAccountOf(ctx, external) };
}
