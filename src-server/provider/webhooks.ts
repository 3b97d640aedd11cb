import type { Call } from './call.ts';
import { pageSchema } from './fields.ts';
import { mapped } from './outcome.ts';
import { type NewWebhook, webhookSchema } from './shapes.ts';

const NAME = 'ValeBank';
/** No account has more: the provider allows ten. */
const WEBHOOKS = 100;

/** Where an account's events go. */
export const webhookCalls = (call: Call) => ({
  webhooks: async () =>
    mapped(
      await call({
        method: 'GET',
        path: '/v3/webhooks',
        query: { limit: WEBHOOKS },
        answer: pageSchema(webhookSchema),
      }),
      ({ data }) => data,
    ),

  createWebhook: (webhook: NewWebhook & { email: string }) =>
    call({
      method: 'POST',
      path: '/v3/webhooks',
      body: webhookBody(webhook, webhook.email),
      answer: webhookSchema,
    }),

  /** Makes one that is there what it is to be; what waits at it is delivered from now on. */
  updateWebhook: (id: string, webhook: NewWebhook) =>
    call({
      method: 'PUT',
      path: '/v3/webhooks/{id}',
      parts: { id },
      body: settings(webhook),
      answer: webhookSchema,
    }),
});

/** What every webhook of the bank's is, and `interrupted: false` sets one going again that had stopped. */
const settings = ({ url, authToken, events }: NewWebhook) => ({
  name: NAME,
  url,
  enabled: true,
  interrupted: false,
  authToken,
  sendType: 'NON_SEQUENTIALLY',
  events,
});

/** `email`: whom the provider writes to when our address does not answer. */
export const webhookBody = (webhook: NewWebhook, email: string) => ({
  ...settings(webhook),
  email,
  apiVersion: 3,
});
