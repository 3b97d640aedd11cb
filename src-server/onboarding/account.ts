import { EXTERNAL_ACCOUNT } from '#domain/limits';
import type { SignedInContext } from '#server/kernel/context';
import { type OpenExternalAccount, openedAccount } from './external-account.ts';
import { refreshAccount } from './refresh-account.ts';
import type { ExternalAccountAnswer } from './shapes.ts';

const HOUR_MS = 3_600_000;

/** As last known if the provider does not answer (`isFresh` false). Refuses NOT_FOUND. */
export async function externalAccount(ctx: SignedInContext): Promise<ExternalAccountAnswer> {
  const { external } = await openedAccount(ctx);
  const asked = await refreshAccount(ctx, external, ctx);
  return asked.kind === 'answered' ? answer(asked.value, true) : answer(external, false);
}

function answer(external: OpenExternalAccount, isFresh: boolean): ExternalAccountAnswer {
  const { subAccountId, status, commercialInfo, bankAccountInfo, documentation, general } = external;
  const dueMs = external.createdAt.getTime() + EXTERNAL_ACCOUNT.documentHours * HOUR_MS;
  return {
    subAccountId,
    status: status ?? 'pending',
    commercialInfo,
    bankAccountInfo,
    documentation,
    general,
    rejectReasons: external.rejectReasons,
    createdAt: external.createdAt.toISOString(),
    documentsDueAt: new Date(dueMs).toISOString(),
    activatedAt: external.activatedAt?.toISOString() ?? null,
    checkedAt: external.checkedAt?.toISOString() ?? null,
    isFresh,
  };
}
