import type { Tx } from '#db/db';
import type { SignedInContext } from '#server/kernel/context';
import { queueForAdmins } from './queue-message.ts';

/** Tells all administrators, also the caller, what the caller changed for all customers: one of them alone would pass unseen. */
export const tellRules = (tx: Tx, ctx: SignedInContext, what: string): Promise<void> =>
  queueForAdmins(tx, ctx, 'bank_rules_changed', { by: ctx.user.fullName, what });
