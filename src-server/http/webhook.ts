import type { Hono } from 'hono';
import { Refusal } from '#domain/refusal';
import type { Bank } from '#server/kernel/context';
import { rarely } from '#server/kernel/rarely';
import { isWebhookToken, WEBHOOK_HEADER, WEBHOOK_PATH } from '#server/onboarding/webhook-token';
import { eventSchema, keepEvent } from '#server/payments/keep-event';
import { type HttpEnv, methodNotAllowed, refusalResponse } from './http.ts';
import { jsonObject, requestBody } from './request-body.ts';

/**
 * Authenticated by token, so mounted before session and origin checks. Stores each event once; `process-events.ts`
 * handles it.
 */
export function serveWebhook(app: Hono<HttpEnv>, bank: Bank): void {
  const body = requestBody(() => false);
  const warn = rarely((count) =>
    bank.log.warn(
      { securityEvent: 'webhook_refused', count },
      'a webhook call without a valid token was refused',
    ),
  );
  app.post(WEBHOOK_PATH, async (c, next) => {
    if (!isWebhookToken(bank, c.req.header(WEBHOOK_HEADER))) {
      warn();
      return refusalResponse(c, new Refusal('UNAUTHENTICATED'));
    }
    c.set('isKnown', true);
    return body(c, next);
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
