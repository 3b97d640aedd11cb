import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { CODE_ALPHABET } from '#domain/contract/sign';
import { CONTRACT_CODE } from '#domain/limits';
import { maskEmail } from '#domain/mask-email';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import { countAttempt, countHashing, refuseWhileFull } from '#server/auth/attempts';
import { atTrustedEmail } from '#server/auth/email-hold';
import { ownRow } from '#server/auth/own-row';
import { hashPassword } from '#server/auth/password';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { queueMessage } from '#server/outbox/queue-message';
import { ownContract } from './queries.ts';
import { contentOf } from './shapes.ts';

/** `sentTo` is masked. */
export const otpAnswerSchema = z.object({
  success: z.literal(true),
  expiresAt: z.iso.datetime(),
  sentTo: z.string(),
});

/**
 * The code goes to the former address while an e-mail change can be undone; only the last code is valid. Refuses
 * NOT_FOUND, CONTRACT_SIGNED, CONTRACT_CANCELLED, TOO_MANY_ATTEMPTS (a second code of a contract within a minute).
 */
export async function requestOtp(
  ctx: SignedInContext,
  { id }: { id: string },
): Promise<z.infer<typeof otpAnswerSchema>> {
  const contract = await ownContract(ctx.db, ctx.user.id, id);
  refuseUnlessPending(contract.status);
  // First, so that a refused call uses up nothing that its address shares.
  await refuseWhileFull(ctx, 'contractCodeUser', sharerOf(ctx));
  const { counted } = await countHashing(ctx, 'contractCode', id);
  await countAttempt(ctx, 'contractCodeUser', sharerOf(ctx));
  const code = newCode();
  const codeHash = await hashPassword(counted, code);
  const createdAt = ctx.clock.real();
  const expiresAt = secondsAfter(createdAt, CONTRACT_CODE.ttlSeconds);
  const sentTo = await ctx.db.transaction(async (tx) => {
    const user = await ownRow(tx, ctx.user.id);
    const to = await atTrustedEmail(tx, user, createdAt);
    const codeId = newId();
    await tx.insert(tx.tables.contractCodes).values({
      id: codeId,
      contractId: id,
      codeHash,
      sentTo: to.email,
      attempts: 0,
      createdAt,
      expiresAt,
    });
    const facts = { contract: contentOf(contract), code };
    await queueMessage(tx, ctx, 'contract_code', to, facts);
    await record(tx, ctx, { action: 'request_contract_code', entityId: id, changes: { codeId } });
    return to.email;
  });
  return { success: true, expiresAt: expiresAt.toISOString(), sentTo: maskEmail(sentTo) };
}

export function refuseUnlessPending(status: string): void {
  if (status === 'signed') refuse('CONTRACT_SIGNED');
  if (status !== 'pending_signature') refuse('CONTRACT_CANCELLED');
}

const newCode = (): string =>
  Array.from({ length: CONTRACT_CODE.length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
