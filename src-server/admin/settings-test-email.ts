import { z } from 'zod';
import { countAttempt } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';

export const testEmailSchema = z.object({ queued: z.literal(true), recipient: z.string() });

export async function testEmail(ctx: SignedInContext): Promise<z.output<typeof testEmailSchema>> {
  const { db, user } = ctx;
  await countAttempt(ctx, 'testEmail', user.id);
  const recipient = await db.transaction(async (tx) => {
    const to = await receiverOf(tx, user.id);
    await queueMessage(tx, ctx, 'test', to, {});
    return to.email;
  });
  return { queued: true, recipient };
}
