import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { deviceInWords } from '#domain/auth/device-words';
import type { Context } from '#server/kernel/context';
import { newId } from '#server/kernel/id';

export type MarkOf = { userId: string; mark: string };

/** The browser that opens an account is its first device, known by its cookie alone and trusted at once. */
export async function registerFirstDevice(
  tx: Tx,
  { clock, request }: Pick<Context, 'clock' | 'request'>,
  { userId, mark }: MarkOf,
): Promise<void> {
  const now = clock.real();
  const name = deviceInWords(request.userAgent);
  const times = { createdAt: now, trustedFrom: now, lastUsedAt: now, endedAt: null };
  await tx.insert(tx.tables.devices).values({ id: newId(), userId, name, mark, publicKey: null, ...times });
}

/** The id of the open device that has this mark and no key; notes its use. Null: there is none. */
export async function noteFirstDevice(tx: Tx, { userId, mark }: MarkOf, now: Date): Promise<string | null> {
  const { devices } = tx.tables;
  const [used] = await tx
    .update(devices)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(devices.userId, userId),
        eq(devices.mark, mark),
        isNull(devices.publicKey),
        isNull(devices.endedAt),
      ),
    )
    .returning({ id: devices.id });
  return used?.id ?? null;
}
