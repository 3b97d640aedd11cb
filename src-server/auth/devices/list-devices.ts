import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Tables } from '#db/schema';
import type { SessionContext } from '#server/kernel/context';

/** Moments are real time. From `trustedFrom` on the device has the customer's own limits. */
export const deviceSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  trustedFrom: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  current: z.boolean(),
});
export type Device = z.output<typeof deviceSchema>;

type DeviceRow = Tables['devices']['$inferSelect'];

export function deviceAnswer(
  { id, name, createdAt, trustedFrom, lastUsedAt }: DeviceRow,
  currentId: string | undefined,
): Device {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    trustedFrom: trustedFrom.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: id === currentId,
  };
}

/** Without ended ones; this one first, then the last used. */
export async function listDevices(ctx: SessionContext): Promise<Device[]> {
  const { devices } = ctx.db.tables;
  const rows = await ctx.db
    .select()
    .from(devices)
    .where(and(eq(devices.userId, ctx.user.id), isNull(devices.endedAt)))
    .orderBy(desc(devices.lastUsedAt), desc(devices.id));
  const answers = rows.map((row) => deviceAnswer(row, ctx.session.device?.id));
  return [...answers.filter(({ current }) => current), ...answers.filter(({ current }) => !current)];
}
