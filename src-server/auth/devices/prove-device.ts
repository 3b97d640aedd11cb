import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { ProveDeviceInput } from '#domain/auth/device';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { countInTransaction } from '../attempts.ts';
import { markOf } from '../device.ts';
import { isSignedBy } from './signature.ts';

/**
 * Binds the caller's session to a registered device: by the browser's cookie and its key's signature over the session.
 * Refuses NOT_FOUND for an ended or another browser's device, or one without a key, DEVICE_NOT_PROVEN, and TOO_MANY_ATTEMPTS (a binding
 * that changes is kept in the audit log).
 */
export async function proveDevice(
  ctx: SessionContext,
  { id, signature }: ProveDeviceInput,
): Promise<{ success: true }> {
  const { devices } = ctx.db.tables;
  const mark = markOf(ctx, ctx.user.id) ?? refuse('NOT_FOUND');
  const own = and(
    eq(devices.id, id),
    eq(devices.userId, ctx.user.id),
    eq(devices.mark, mark),
    isNull(devices.endedAt),
  );
  const [device] = await ctx.db.select({ publicKey: devices.publicKey }).from(devices).where(own);
  if (!device?.publicKey) refuse('NOT_FOUND');
  if (!isSignedBy(device.publicKey, ctx.session.publicId, signature)) refuse('DEVICE_NOT_PROVEN');
  await ctx.db.transaction(async (tx) => {
    const { sessions } = tx.tables;
    // Locks the row, so that a device that is ended meanwhile binds nothing.
    const used = await tx
      .update(tx.tables.devices)
      .set({ lastUsedAt: ctx.clock.real() })
      .where(own)
      .returning({ id: devices.id });
    if (used.length === 0) refuse('NOT_FOUND');
    const bound = await tx
      .update(sessions)
      .set({ deviceId: id })
      .where(and(eq(sessions.id, ctx.session.id), or(isNull(sessions.deviceId), ne(sessions.deviceId, id))))
      .returning({ id: sessions.id });
    if (bound.length === 0) return;
    await countInTransaction(tx, ctx, 'deviceProof', sharerOf(ctx));
    await record(tx, ctx, { action: 'prove_device', entityId: id });
  });
  return { success: true };
}
