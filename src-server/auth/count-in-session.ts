import type { SessionContext } from '#server/kernel/context';
import { countAttempt, proofsAt } from './attempts.ts';

/** With the hashes and passwords that sessions of all accounts at the address ask for. Refuses TOO_MANY_ATTEMPTS. */
export async function countAtAddress(ctx: SessionContext, weight = 1): Promise<void> {
  for (const [kind, ip] of proofsAt(ctx.request)) await countAttempt(ctx, kind, ip, weight);
}

/** A ceremony begun or answered with a passkey in a session. Refuses TOO_MANY_ATTEMPTS. */
export async function countCeremony(ctx: SessionContext): Promise<void> {
  await countAttempt(ctx, 'passkey', ctx.user.id);
  await countAtAddress(ctx);
}
