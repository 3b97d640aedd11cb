import type { Tx } from '#db/db';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import type { SessionContext } from '#server/kernel/context';
import { waitWhileFull } from '../attempt-window.ts';
import { refuseIfWaiting, sumInWindow } from '../attempts.ts';
import { countInAll, EVERYBODY, firstFull, ofNetwork, type SharedWindow } from '../shared-windows.ts';
import type { UserRow } from '../user-answer.ts';

/** Refuses TOO_MANY_ATTEMPTS when `countSms` would, and counts nothing. */
export async function refuseWhileSmsFull(ctx: SessionContext, to: UserRow): Promise<void> {
  const full = await ctx.db.transaction(async (tx) =>
    firstFull(tx, await windowsOf(tx, ctx, to), ctx.clock.real()),
  );
  refuseIfWaiting(full?.waitSeconds ?? null);
}

/**
 * Counts an SMS, which the bank pays, in the share of its customer's network and in that of all customers, of which half is kept for those who
 * had few in 30 days: neither a home nor the many accounts of a few keep the others from confirming a telephone. Refuses TOO_MANY_ATTEMPTS.
 */
export async function countSms(ctx: SessionContext, to: UserRow): Promise<void> {
  const full = await ctx.db.transaction(async (tx) => {
    const found = await countInAll(tx, await windowsOf(tx, ctx, to), ctx.clock.real());
    if (!found) await sumInWindow(tx, ctx, 'smsLately', to.id, 1);
    return found;
  });
  refuseIfWaiting(full?.waitSeconds ?? null);
}

/**
 * The network's first, then those of all customers. Whoever has shown documents to the provider does not count with the network, while they
 * have few: an office or a telephone network has many such customers.
 */
async function windowsOf(tx: Tx, ctx: SessionContext, to: UserRow): Promise<SharedWindow[]> {
  const isFew = (await waitWhileFull(tx, 'smsLately', to.id, ctx.clock.real())) === null;
  const isAlone = isFew && to.asaasAccountStatus === 'approved';
  const shared: SharedWindow[] = isAlone ? [] : ofNetwork(ctx, 'smsOfNetwork');
  if (isNew(ctx, to)) shared.push(['smsToNew', EVERYBODY]);
  if (!isFew) shared.push(['smsOften', EVERYBODY]);
  return [...shared, ['smsToAll', EVERYBODY]];
}

/** Whoever opens accounts to send SMS does not use up those of customers who have been here for a day. */
const isNew = ({ clock }: SessionContext, { createdAt }: Pick<UserRow, 'createdAt'>): boolean =>
  secondsAfter(createdAt, ATTEMPT_LIMITS.smsToNew.windowSeconds) > clock.now();
