import { and, eq, isNull } from 'drizzle-orm';
import type { RenameDeviceInput } from '#domain/auth/device';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { countAttempt } from '../attempts.ts';
import { type Device, deviceAnswer } from './list-devices.ts';

/** Refuses NOT_FOUND for an ended, unknown or another user's device, TOO_MANY_ATTEMPTS. */
export async function renameDevice(ctx: SessionContext, { id, name }: RenameDeviceInput): Promise<Device> {
  await countAttempt(ctx, 'deviceRename', sharerOf(ctx));
  return ctx.db.transaction(async (tx) => {
    const { devices } = tx.tables;
    const [renamed] = await tx
      .update(devices)
      .set({ name })
      .where(and(eq(devices.id, id), eq(devices.userId, ctx.user.id), isNull(devices.endedAt)))
      .returning();
    if (!renamed) refuse('NOT_FOUND');
    await record(tx, ctx, { action: 'rename_device', entityId: id, changes: { name } });
    return deviceAnswer(renamed, ctx.session.device?.id);
  });
}
