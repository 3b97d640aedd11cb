import { fromReplica } from '#db/request-db';
import { sharerOf } from '#server/access/caller-share';
import { type AuditVerdict, verifyAudit } from '#server/audit/verify';
import { countAttempt } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import { sharedRuns } from '#server/kernel/shared-run';

const shared = sharedRuns<AuditVerdict>();

/** Concurrent calls share one run, which ends when all of them have hung up. Refuses TOO_MANY_ATTEMPTS, BUSY. */
export async function verifyWholeAudit(
  ctx: SignedInContext,
  _input: unknown,
  signal?: AbortSignal,
): Promise<AuditVerdict> {
  await countAttempt(ctx, 'wholeCheck', sharerOf(ctx));
  return shared(ctx.registry, signal, (isAsked) => verifyAudit(fromReplica(ctx.db), ctx.keys, isAsked));
}
