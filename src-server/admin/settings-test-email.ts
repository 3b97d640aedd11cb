import { z } from 'zod';
import { countAttempt } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';

/** To whom the message goes. `queued`: it is in the outbox; whether it was sent, the settings tell. */
export const testEmailSchema = z.object({ queued: z.literal(true), recipient: z.string() });

/** Writes a test message to the caller's own address, the way all messages go. Refuses TOO_MANY_ATTEMPTS. */
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
