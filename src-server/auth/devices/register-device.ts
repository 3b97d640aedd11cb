import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { RegisterDeviceInput } from '#domain/auth/device';
import { deviceInWords } from '#domain/auth/device-words';
import { DEVICE_TRUST_SECONDS, MAX_DEVICES } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { queueMessage } from '#server/outbox/queue-message';
import { countAttempt } from '../attempts.ts';
import { markFor, rememberDevice } from '../device.ts';
import { refuseFrozen } from '../freeze/frozen.ts';
import { lockedActive } from '../own-row.ts';
import type { UserRow } from '../user-answer.ts';
import { endDeviceRow } from './end-device.ts';
import { type Device, deviceAnswer } from './list-devices.ts';
import { isSignedBy } from './signature.ts';

/**
 * Registers the caller's browser by a key that stays in it. It is trusted in full after 24 hours, and its owner is told.
 * Refuses DEVICE_NOT_PROVEN, CONTACT_NOT_CONFIRMED (without two-factor the e-mail must be confirmed),
 * DEVICE_ALREADY_REGISTERED, TOO_MANY_DEVICES (10), ACCOUNT_FROZEN_BY_OWNER, TOO_MANY_ATTEMPTS, REAUTHENTICATE.
 */
export async function registerDevice(
  ctx: SessionContext,
  { publicKey, signature }: RegisterDeviceInput,
): Promise<Device> {
  await requireProof(ctx, { underRules: 'sinceSignIn' });
  if (!isSignedBy(publicKey, ctx.session.publicId, signature)) refuse('DEVICE_NOT_PROVEN');
  await countAttempt(ctx, 'deviceChange', sharerOf(ctx));
  const mark = markFor(ctx, ctx.user.id);
  const now = ctx.clock.real();
  const device = {
    id: newId(),
    userId: ctx.user.id,
    name: deviceInWords(ctx.request.userAgent),
    mark,
    publicKey,
    createdAt: now,
    trustedFrom: secondsAfter(now, DEVICE_TRUST_SECONDS),
    lastUsedAt: now,
    endedAt: null,
  };
  const owner = await ctx.db.transaction(async (tx) => {
    const user = await lockedActive(tx, ctx.user.id);
    await refuseFrozen(tx, user.id);
    await refuseUnready(tx, ctx, user);
    await replaceMark(tx, ctx, mark);
    await tx.insert(tx.tables.devices).values(device);
    await bindSession(tx, ctx, device.id);
    await queueMessage(tx, ctx, 'device_registered', user, { ...device, request: ctx.request });
    const changes = { name: device.name, trustedFrom: device.trustedFrom.toISOString() };
    await record(tx, ctx, { action: 'register_device', entityId: device.id, changes });
    return user;
  });
  rememberDevice(ctx, owner, { byFactor: owner.totpSecret !== null, mark });
  return deviceAnswer(device, device.id);
}

async function refuseUnready(tx: Tx, ctx: SessionContext, user: UserRow): Promise<void> {
  const { devices, sessions } = tx.tables;
  const [session] = await tx
    .select({ deviceId: devices.id })
    .from(sessions)
    .leftJoin(devices, and(eq(devices.id, sessions.deviceId), isNull(devices.endedAt)))
    .where(eq(sessions.id, ctx.session.id));
  if (!session) refuse('UNAUTHENTICATED');
  if (session.deviceId !== null) refuse('DEVICE_ALREADY_REGISTERED');
  if (user.totpSecret === null && user.emailConfirmedAt === null)
    refuse('CONTACT_NOT_CONFIRMED', {
      text: 'Confirme primeiro o seu e-mail em Meu Perfil',
    });
  const open = and(eq(devices.userId, user.id), isNull(devices.endedAt));
  if ((await tx.$count(devices, open)) >= MAX_DEVICES) refuse('TOO_MANY_DEVICES');
}

/** A browser that lost its key registers anew: its former device ends. */
async function replaceMark(tx: Tx, ctx: SessionContext, mark: string): Promise<void> {
  const { devices } = tx.tables;
  const [former] = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.userId, ctx.user.id), eq(devices.mark, mark), isNull(devices.endedAt)));
  if (former) await endDeviceRow(tx, ctx, former.id);
}

/** Refuses UNAUTHENTICATED when the session has ended. */
async function bindSession(tx: Tx, { session }: SessionContext, deviceId: string): Promise<void> {
  const { sessions } = tx.tables;
  const bound = await tx
    .update(sessions)
    .set({ deviceId })
    .where(eq(sessions.id, session.id))
    .returning({ id: sessions.id });
  if (bound.length === 0) refuse('UNAUTHENTICATED');
}
