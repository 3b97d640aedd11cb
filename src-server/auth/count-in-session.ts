import type { SessionContext } from '#server/kernel/context';
import { isThisMachine } from '#server/kernel/network';
import { countAttempt, refuseWhileFull } from './attempts.ts';

/** With the hashes and passwords that sessions of all accounts at the address ask for. Refuses TOO_MANY_ATTEMPTS. */
export async function countAtAddress(ctx: SessionContext, weight = 1): Promise<void> {
  const { ip } = ctx.request;
  if (!isThisMachine(ip)) await countAttempt(ctx, 'hashAddress', ip, weight);
}

/** A ceremony begun or answered with a passkey in a session. Refuses TOO_MANY_ATTEMPTS. */
export async function countCeremony(ctx: SessionContext): Promise<void> {
  await refuseWhileFull(ctx, 'hashAddress', ctx.request.ip);
  await countAttempt(ctx, 'passkey', ctx.user.id);
  await countAtAddress(ctx);
}
