import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '#domain/refusal';
import type { SignedInContext } from '#server/context';
import { type Order, ownOrder } from './order-answer.ts';
import { sendOrder } from './send-order.ts';

/** How long the owner of an order waits for its outcome; what takes longer is 'em processamento'. */
const ANSWER_MS = 6_000;

/**
 * Sends an order that was just placed, and answers how it stands then, or after a few seconds while it is still being sent.
 * Whatever goes wrong here, the worker takes the order further: it was written down before.
 */
export async function sendNow(ctx: SignedInContext, id: string, answerMs = ANSWER_MS): Promise<Order> {
  const waited = new AbortController();
  const sent = sendOrder(ctx, id, { isAnswering: true })
    .catch((error: unknown) => ctx.log.error({ err: error, order: id }, 'an order could not be sent'))
    .finally(() => waited.abort());
  await Promise.race([sent, sleep(answerMs, undefined, { signal: waited.signal }).catch(() => {})]);
  return (await ownOrder(ctx.db, ctx.user.id, id)) ?? refuse('NOT_FOUND');
}
