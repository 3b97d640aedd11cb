import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { ContactChannel } from '#domain/auth/contact-code';
import { CONTACT_CODE } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { queueMessage } from '#server/outbox/queue-message';
import { countAttempt, countHashing, refuseWhileFull } from '../attempts.ts';
import { addressName, mailboxName } from '../mailbox.ts';
import { lockedRow, ownRow } from '../own-row.ts';
import { hashPassword } from '../password.ts';
import { contactOf, contactStates } from './contact-states.ts';
import { countSms, refuseWhileSmsFull } from './sms-shares.ts';

export const contactCodeAnswerSchema = z.object({ success: z.literal(true), expiresAt: z.iso.datetime() });

/**
 * Refuses CONTACT_CONFIRMED, VALIDATION (no telephone), TOO_MANY_ATTEMPTS (one a minute; a day: ten per session, five per
 * session and address, twenty per address; SMS as `countSms` says).
 */
export async function requestContactCode(
  ctx: SessionContext,
  { channel }: { channel: ContactChannel },
): Promise<z.output<typeof contactCodeAnswerSchema>> {
  const states = await contactStates(ctx);
  const own = await ownRow(ctx.db, ctx.user.id);
  const sentTo = contactOf(own, channel);
  if (sentTo === null) refuse('VALIDATION', { text: 'Informe primeiro o seu telefone em Meu Perfil' });
  if (states[channel].isConfirmed) refuse('CONTACT_CONFIRMED');
  // Of an e-mail that was confirmed before a freeze the code is asked for again.
  const isOwn = channel === 'email' && own.emailConfirmedAt !== null;
  const address = isOwn ? addressName(ctx, sentTo) : mailboxName(ctx, sentTo);
  const isSms = channel === 'phone';
  const byChannel = sharerOf(ctx, `${channel}-${ctx.user.id}`);
  const toAddress = sharerOf(ctx, `${ctx.user.id}-${address}`);
  // First, so that a refused call uses up nothing that its user, or its network, has.
  await refuseWhileFull(ctx, 'contactCodeDay', byChannel);
  await refuseWhileFull(ctx, 'contactCodeTo', toAddress);
  await refuseWhileFull(ctx, 'contactCodeToAll', address);
  if (isSms) await refuseWhileSmsFull(ctx, own);
  const { counted } = await countHashing(ctx, 'contactCode', byChannel.name);
  await countAttempt(ctx, 'contactCodeDay', byChannel);
  await countAttempt(ctx, 'contactCodeTo', toAddress);
  await countAttempt(ctx, 'contactCodeToAll', address);
  if (isSms) await countSms(ctx, own);
  const code = String(randomInt(10 ** CONTACT_CODE.length)).padStart(CONTACT_CODE.length, '0');
  const codeHash = await hashPassword(counted, code);
  const createdAt = ctx.clock.real();
  const expiresAt = secondsAfter(createdAt, CONTACT_CODE.ttlSeconds);
  await ctx.db.transaction(async (tx) => {
    const user = await lockedRow(tx, ctx.user.id);
    // Changed meanwhile: the code would go to the wrong address.
    if (contactOf(user, channel) !== sentTo) refuse('CONTACT_CODE_INVALID');
    const row = {
      id: newId(),
      userId: user.id,
      channel,
      sentTo,
      codeHash,
      attempts: 0,
      createdAt,
      expiresAt,
    };
    await tx.insert(tx.tables.contactCodes).values({ ...row, usedAt: null });
    const kind = channel === 'email' ? 'contact_code' : 'contact_code_sms';
    await queueMessage(tx, ctx, kind, { ...user, email: sentTo }, { code });
    await record(tx, ctx, { action: 'request_contact_code', entityId: user.id, changes: { channel } });
  });
  return { success: true, expiresAt: expiresAt.toISOString() };
}
