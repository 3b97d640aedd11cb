import { record } from '#server/audit/record';
import type { Context } from '#server/kernel/context';
import { endSession } from './session.ts';

export async function logout(ctx: Context): Promise<{ success: true }> {
  const { session } = ctx;
  ctx.cookies.clear('session');
  if (session) {
    await ctx.db.transaction(async (tx) => {
      await endSession(tx, session);
      await record(tx, ctx, { action: 'logout', entityId: session.publicId });
    });
  }
  return { success: true };
}
