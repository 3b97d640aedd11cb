import type { Hono } from 'hono';
import { z } from 'zod';
import { Refusal } from '#domain/refusal';
import type { Bank } from '#server/context';
import { type HttpEnv, methodNotAllowed, refusalResponse } from '#server/http';
import { jsonObject, requestBody } from '#server/request-body';
import { isWebhookToken } from './webhook-token.ts';

export const WEBHOOK_PATH = '/api/asaas/webhook';

/** The header in which the provider sends the word it was told. */
export const WEBHOOK_HEADER = 'asaas-access-token';

/** PostgreSQL's text holds no NUL, and a name of something holds no control characters. */
const name = (longest: number) => z.string().regex(new RegExp(`^\\P{Cc}{1,${longest}}$`, 'u'));
const named = z
  .object({ id: name(200) })
  .nullish()
  .catch(null);

/** What of an event is kept: which it is, and what it names. All else is a hint, and the provider is asked instead. */
const eventSchema = z.object({
  id: name(200),
  event: name(100),
  account: named,
  payment: named,
  transfer: named,
  bill: named,
  accountStatus: named,
});
type ProviderEvent = z.output<typeof eventSchema>;

/** Events that the bank does something about; it keeps the others, and they are done. */
const HANDLED = /^(PAYMENT|TRANSFER|BILL|ACCOUNT_STATUS)_/;

/**
 * Where the provider tells what happened. It shows a word that the bank gave it, in place of session and origin: mounted
 * before both are looked at. Each event is stored once, by its id, and answered at once; what it means is found out
 * afterwards (`process-events.ts`). Not a procedure: nobody but the provider calls it.
 */
export function serveWebhook(app: Hono<HttpEnv>, bank: Bank): void {
  const body = requestBody(() => false);
  app.post(WEBHOOK_PATH, async (c, next) => {
    if (isWebhookToken(bank, c.req.header(WEBHOOK_HEADER))) return body(c, next);
    c.get('log').warn({ securityEvent: 'webhook_refused' }, 'a webhook came without the bank’s word');
    return refusalResponse(c, new Refusal('UNAUTHENTICATED'));
  });
  app.post(WEBHOOK_PATH, async (c) => {
    try {
      await keepEvent(bank, eventSchema.parse(jsonObject(c.get('body'))));
      return c.json({ received: true });
    } catch (error) {
      return refusalResponse(c, error);
    }
  });
  app.all(WEBHOOK_PATH, (c) => methodNotAllowed(c, ['POST']));
}

/** The first time an event comes it is stored and due; every other time nothing happens. */
async function keepEvent({ db, clock }: Bank, sent: ProviderEvent): Promise<void> {
  const at = clock.real();
  const isHandled = HANDLED.test(sent.event);
  await db.transaction(async (tx) => {
    await tx
      .insert(tx.tables.providerEvents)
      .values({
        id: sent.id,
        event: sent.event,
        accountProviderId: sent.account?.id ?? null,
        objectId: (sent.payment ?? sent.transfer ?? sent.bill ?? sent.accountStatus)?.id ?? null,
        receivedAt: at,
        processedAt: isHandled ? null : at,
        attempts: 0,
        nextAttemptAt: isHandled ? at : null,
        lastError: null,
      })
      .onConflictDoNothing();
  });
}
