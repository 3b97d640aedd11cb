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
});

/** `email`: whom the provider writes to when our address does not answer. */
export const webhookBody = ({ url, authToken, events }: NewWebhook, email: string) => ({
  name: NAME,
  url,
  email,
  enabled: true,
  interrupted: false,
  apiVersion: 3,
  authToken,
  sendType: 'NON_SEQUENTIALLY',
  events,
});
