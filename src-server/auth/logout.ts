import { record } from '#server/audit/record';
import type { Context, SessionContext } from '#server/kernel/context';
import { endSession } from './session.ts';

export async function logout(ctx: Context): Promise<{ success: true }> {
  const { session } = ctx;
  ctx.cookies.clear('session');
  if (session) await leave({ ...ctx, session });
  return { success: true };
}

/** Leaves the cookie, which opens nothing any more. Another try of the same sign-out may have been first. */
export const leave = (ctx: Context & Pick<SessionContext, 'session'>): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    if (!(await endSession(tx, ctx.session))) return;
    await record(tx, ctx, { action: 'logout', entityId: ctx.session.publicId });
  });
