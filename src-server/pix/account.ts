import { EXTERNAL_ACCOUNT } from '#domain/limits';
import type { SignedInContext } from '#server/context';
import { type OpenExternalAccount, openedAccount } from './external-account.ts';
import type { ProviderAccount } from './provider/client.ts';
import { refreshAccount } from './refresh-account.ts';
import type { ExternalAccountAnswer } from './shapes.ts';

const HOUR_MS = 3_600_000;

/**
 * The caller's account at the provider as it stands now, or, when the provider does not answer, as it was last known
 * (`isFresh` false). Refuses NOT_FOUND before there is one.
 */
export async function externalAccount(ctx: SignedInContext): Promise<ExternalAccountAnswer> {
  const { external, account } = await openedAccount(ctx);
  const asked = await refreshAccount(ctx, external, ctx);
  if (asked.kind !== 'answered') return answer(external, { isFresh: false, rejectReasons: [] });
  return answer(asked.value, { isFresh: true, rejectReasons: await reasonsOf(asked.value, account) });
}

/** Why something was rejected; what cannot be asked now is not said. */
async function reasonsOf({ status }: OpenExternalAccount, account: ProviderAccount): Promise<string[]> {
  if (status !== 'rejected') return [];
  const documents = await account.documents();
  return documents.kind === 'answered' ? documents.value.rejectReasons : [];
}

function answer(
  external: OpenExternalAccount,
  asked: Pick<ExternalAccountAnswer, 'isFresh' | 'rejectReasons'>,
): ExternalAccountAnswer {
  const { subAccountId, status, commercialInfo, bankAccountInfo, documentation, general } = external;
  const dueMs = external.createdAt.getTime() + EXTERNAL_ACCOUNT.documentHours * HOUR_MS;
  return {
    subAccountId,
    status: status ?? 'pending',
    commercialInfo,
    bankAccountInfo,
    documentation,
    general,
    createdAt: external.createdAt.toISOString(),
    documentsDueAt: new Date(dueMs).toISOString(),
    activatedAt: external.activatedAt?.toISOString() ?? null,
    checkedAt: external.checkedAt?.toISOString() ?? null,
    ...asked,
  };
}
