import type { Call } from './call.ts';
import { pageSchema } from './fields.ts';
import { mapped } from './outcome.ts';
import { type NewWebhook, webhookSchema } from './shapes.ts';

const NAME = 'ValeBank';
/** Page size; the provider allows ten webhooks. */
const WEBHOOKS = 100;

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

  createWebhook: (webhook: NewWebhook) =>
    call({
      method: 'POST',
      path: '/v3/webhooks',
      body: webhookBody(webhook),
      answer: webhookSchema,
    }),

  /** Overwrites a webhook; waiting events are delivered from now on. */
  updateWebhook: (id: string, webhook: NewWebhook) =>
    call({
      method: 'PUT',
      path: '/v3/webhooks/{id}',
      parts: { id },
      body: settings(webhook),
      answer: webhookSchema,
    }),
});

/** `interrupted: false` restarts a stopped webhook. */
const settings = ({ url, authToken, events, email }: NewWebhook) => ({
  name: NAME,
  url,
  enabled: true,
  interrupted: false,
  authToken,
  sendType: 'NON_SEQUENTIALLY',
  events,
  email,
});

export const webhookBody = (webhook: NewWebhook) => ({
  ...settings(webhook),
  apiVersion: 3,
});
