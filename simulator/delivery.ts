import { exponentialBackOff } from '#domain/back-off';
import { nextRandom } from '#domain/random';
import { happens } from './faults.ts';
import { realMs } from './moment.ts';
import type { WebhookRecord } from './records.ts';
import type { Simulator } from './simulator.ts';
import type { Store, WaitingEvent } from './store.ts';

const TIMEOUT_MS = 10_000;
/** Concurrent deliveries per webhook; one where order counts. */
const AT_ONCE = 10;
const REORDERED_AMONG = 6;

/**
 * Delivers a webhook's due events. A 200 removes an event; anything else delays it, and many failed rounds interrupt the
 * webhook. Returns whether any delivery was tried.
 */
export async function deliverDue(
  simulator: Simulator,
  webhookId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, faults, switches } = simulator;
  const webhook = store.get('webhook', webhookId);
  if (!webhook?.enabled || webhook.interrupted || faults.down) return false;
  const due = dueEvents(simulator, webhook);
  if (due.length === 0) return false;
  const accepted: boolean[] = [];
  if (faults.reorderWebhooks)
    for (const event of due) accepted.push(await deliver(simulator, webhook, event, signal));
  else accepted.push(...(await Promise.all(due.map((event) => deliver(simulator, webhook, event, signal)))));
  // It may have been removed or interrupted meanwhile; deliveries already under way do not lift an interruption.
  if (signal.aborted || store.get('webhook', webhookId)?.interrupted !== false) return true;
  const failuresInARow = accepted.includes(true) ? 0 : webhook.failuresInARow + 1;
  if (failuresInARow !== webhook.failuresInARow)
    store.update('webhook', webhookId, {
      failuresInARow,
      interrupted: failuresInARow >= switches.interruptAfter,
    });
  return true;
}

function dueEvents({ store, faults }: Simulator, { id, sendType }: WebhookRecord): WaitingEvent[] {
  const nowMs = realMs();
  if (faults.reorderWebhooks)
    return store
      .waitingEvents(id, REORDERED_AMONG, nowMs)
      .map((event) => ({ event, rank: nextRandom(faults) }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ event }) => event);
  if (sendType === 'NON_SEQUENTIALLY') return store.waitingEvents(id, AT_ONCE, nowMs);
  return store.waitingEvents(id, 1).filter(({ dueMs }) => dueMs <= nowMs);
}

async function deliver(
  { store, faults, switches }: Simulator,
  webhook: WebhookRecord,
  event: WaitingEvent,
  signal: AbortSignal,
): Promise<boolean> {
  const send: Send = (body, token = webhook.authToken) => post(webhook.url, { token, body, signal });
  if (happens(faults, faults.forgedWebhooks)) await forge(store, event, send);
  let isAccepted = await send(event.body);
  for (let again = 0; again < faults.duplicateWebhooks; again += 1)
    isAccepted = (await send(event.body)) || isAccepted;
  if (isAccepted) store.markDelivered(event.seq);
  else if (!signal.aborted) {
    const pauseMs = exponentialBackOff(switches.retryMs, event.attempts, switches.maxRetryMs);
    store.postpone(event.seq, realMs() + pauseMs);
  }
  return isAccepted;
}

type Send = (body: string, token?: string) => Promise<boolean>;

/** Sends two forged events: one with a wrong token, and one with the right token that is untrue. Ignores the answers. */
async function forge(store: Store, event: WaitingEvent, send: Send): Promise<void> {
  const body = JSON.parse(event.body);
  const id = `evt_${store.newToken().slice(0, 32)}`;
  await send(JSON.stringify({ ...body, id }), store.newToken());
  const wrongEnd = String(body.event).replace(/DONE|PAID/, 'FAILED');
  const invented = {
    payment: {
      ...body.payment,
      object: 'payment',
      id: `pay_${id.slice(4, 20)}`,
      value: 99_999.99,
      status: 'RECEIVED',
    },
  };
  const untrue =
    wrongEnd === body.event ? { event: 'PAYMENT_RECEIVED', ...invented } : { ...body, event: wrongEnd };
  await send(
    JSON.stringify({ ...untrue, id: `${id}f`, dateCreated: body.dateCreated, account: body.account }),
  );
}

async function post(
  url: string,
  { token, body, signal }: { token: string; body: string; signal: AbortSignal },
): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Asaas-Simulator',
        'asaas-access-token': token,
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}
