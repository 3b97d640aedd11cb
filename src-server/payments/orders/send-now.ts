import { setTimeout as sleep } from 'node:timers/promises';
import { PAID_BY_BANK } from '#domain/pix/words';
import { refuse } from '#domain/refusal';
import type { Bank, SignedInContext } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { toAnswer } from '#server/kernel/to-answer';
import { refreshOrder } from './look-up.ts';
import { type Order, ownOrder } from './order-answer.ts';
import { SEARCH_PAGES, sendOrder } from './send-order.ts';

/** Most orders end within two seconds; a later one is answered as 'em processamento'. */
const ANSWER = { withinMs: 5_000, pausesMs: [0, 300, 600, 900, 900] };

type OwnersContext = Bank & Pick<SignedInContext, 'user'>;

/**
 * Sends a placed order and waits a few seconds for its end; on any failure the worker continues. `isRepeat`: only reads the order, since
 * the first request and the worker query the provider, and waits only as long as the first request may. Unless `isAwaited` it is sent only:
 * an event or the worker tells its end. Refuses OUTCOME_UNKNOWN when the order's state cannot be read.
 */
export async function sendNow(
  ctx: OwnersContext,
  id: string,
  {
    withinMs = ANSWER.withinMs,
    isRepeat = false,
    isAwaited = true,
  }: { withinMs?: number; isRepeat?: boolean; isAwaited?: boolean } = {},
): Promise<Order> {
  const failed = (error: unknown) =>
    logFailure(ctx.log, error, 'an order could not be sent at once', { order: id });
  if (isAwaited) await sendAndWatch(ctx, id, { withinMs, isRepeat, failed });
  else await sendOrder(ctx, id, { isAnswering: () => true }).catch(failed);
  const order = await ownOrder(ctx.db, ctx.user.id, id).catch((error: unknown) => {
    if (toAnswer(error).status !== 503) throw error;
    logFailure(ctx.log, error, 'a placed order could not be read', { order: id });
    refuse('OUTCOME_UNKNOWN');
  });
  return order ?? refuse('NOT_FOUND');
}

async function sendAndWatch(
  ctx: OwnersContext,
  id: string,
  { withinMs, isRepeat, failed }: { withinMs: number; isRepeat: boolean; failed: (error: unknown) => void },
): Promise<void> {
  const waiting = new AbortController();
  const watched = watch(ctx, id, { signal: waiting.signal, isRepeat })
    .catch(failed)
    .finally(() => waiting.abort());
  await Promise.race([watched, pause(withinMs, waiting.signal)]);
  waiting.abort();
}

async function watch(
  ctx: OwnersContext,
  id: string,
  { signal, isRepeat }: { signal: AbortSignal; isRepeat: boolean },
): Promise<void> {
  // Once the caller was answered 'in progress', a notification reports the end.
  const isAnswering = () => !signal.aborted;
  await sendOrder(ctx, id, { isAnswering });
  let mayAsk = !isRepeat;
  for (const pauseMs of ANSWER.pausesMs) {
    if (signal.aborted) return;
    const order = await ownOrder(ctx.db, ctx.user.id, id);
    if (order?.status !== 'processing' || (isRepeat && isOld(ctx, order))) return;
    if (pauseMs > 0) await pause(pauseMs, signal);
    if (!mayAsk) continue;
    // Not sent, or unknown: nothing to wait for.
    if ((await refreshOrder(ctx, id, { isAnswering, maxPages: SEARCH_PAGES })) === 'nothing') return;
    // With the bank's own key, whose calls all customers share: once, in case it ended at once. An event tells a later end.
    if (PAID_BY_BANK.includes(order.kind)) mayAsk = false;
  }
}

const isOld = ({ clock }: OwnersContext, { createdAt }: Order): boolean =>
  clock.now().getTime() - Date.parse(createdAt) >= ANSWER.withinMs;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});
