import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { lockedRow } from '../own-row.ts';
import { stopPaymentsOf } from '../stop-payments.ts';

/**
 * Ends a device and its sessions; the caller's own only stops counting as one of it. Its owner has the lower limits of a browser that is not
 * registered until another has counted for a day, so a copied cookie is not enough. Refuses REAUTHENTICATE, NOT_FOUND.
 */
export async function endDevice(ctx: SessionContext, { id }: { id: string }): Promise<{ success: true }> {
  await requireProof(ctx, { underRules: 'sinceSignIn' });
  await ctx.db.transaction(async (tx) => {
    const user = await lockedRow(tx, ctx.user.id);
    const name = await endDeviceRow(tx, ctx, id);
    await queueMessage(tx, ctx, 'device_ended', user, { name, request: ctx.request });
  });
  return { success: true };
}

/**
 * Ends a user's devices registered after a moment, but for the browser that the account was made in, which was trusted at once; null: all of
 * them. Their sessions are ended by the caller. `at` is real time. Returns how many there were.
 */
export async function endDevicesSince(tx: Tx, userId: string, at: Date, after: Date | null): Promise<number> {
  const { devices } = tx.tables;
  const { createdAt, trustedFrom } = devices;
  const isSince = after === null ? undefined : and(gt(createdAt, after), gt(trustedFrom, createdAt));
  const ended = await tx
    .update(devices)
    .set({ endedAt: at, mark: sql`${devices.id}` })
    .where(and(eq(devices.userId, userId), isNull(devices.endedAt), isSince))
    .returning({ id: devices.id });
  return ended.length;
}

/**
 * With its sessions, but the caller's, and the payments that they asked for and that wait. Lock the user's row first. Returns the device's
 * name. Refuses NOT_FOUND.
 */
export async function endDeviceRow(tx: Tx, ctx: SessionContext, id: string): Promise<string> {
  const { devices, sessions } = tx.tables;
  const endedAt = ctx.clock.real();
  const [ended] = await tx
    .update(devices)
    // Its mark is given up, so that the same browser can be registered again.
    .set({ endedAt, mark: id })
    .where(and(eq(devices.id, id), eq(devices.userId, ctx.user.id), isNull(devices.endedAt)))
    .returning({ name: devices.name });
  if (!ended) refuse('NOT_FOUND');
  const { name } = ended;
  const others = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, ctx.user.id),
        eq(sessions.deviceId, id),
        ne(sessions.publicId, ctx.session.publicId),
      ),
    )
    .returning({ publicId: sessions.publicId });
  await tx
    .update(sessions)
    .set({ deviceId: null })
    .where(and(eq(sessions.publicId, ctx.session.publicId), eq(sessions.deviceId, id)));
  const accessIds = others.map(({ publicId }) => publicId);
  const stopped = await stopPaymentsOf(tx, ctx.user.id, accessIds, endedAt);
  const changes = { name, endedSessions: others.length, ...stopped };
  await record(tx, ctx, { action: 'end_device', entityId: id, changes });
  return name;
}
