import { Hono } from 'hono';
import { stampOf } from './moment.ts';
import { badRequest, notFound } from './provider-error.ts';
import type { WebhookRecord } from './records.ts';
import { type Body, bodyOf, paged, require, textOf } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';

const MAX_WEBHOOKS = 10;

export function webhookRoutes(simulator: Simulator): Routes {
  const { store } = simulator;
  const routes: Routes = new Hono<SimulatorEnv>();
  const own = (accountId: string, id: string): WebhookRecord => {
    const webhook = store.get('webhook', id);
    if (webhook?.accountId !== accountId) throw notFound();
    return webhook;
  };

  routes.get('/webhooks', (c) => {
    const { page, answer } = paged(c, 100);
    const filter = { accountId: c.get('account').id };
    return answer(store.count('webhook', filter), store.list('webhook', filter, page).map(webhookAnswer));
  });

  routes.post('/webhooks', async (c) => {
    const body = await bodyOf(c);
    return c.json(webhookAnswer(addWebhook(simulator, c.get('account').id, body)));
  });

  routes.get('/webhooks/:id', (c) => c.json(webhookAnswer(own(c.get('account').id, c.req.param('id')))));

  routes.put('/webhooks/:id', async (c) => {
    const body = await bodyOf(c);
    const webhook = own(c.get('account').id, c.req.param('id'));
    const changed = store.update('webhook', webhook.id, { ...fieldsOf(body, webhook), failuresInARow: 0 });
    simulator.wake();
    return c.json(webhookAnswer(changed));
  });

  routes.delete('/webhooks/:id', (c) => {
    const { id } = own(c.get('account').id, c.req.param('id'));
    store.transaction(() => {
      store.remove('webhook', id);
      store.dropEvents(id);
    });
    return c.json({ deleted: true, id });
  });

  return routes;
}

export function addWebhook({ store }: Simulator, accountId: string, given: unknown): WebhookRecord {
  const body = (typeof given === 'object' && given !== null ? given : {}) as Body;
  require(body, ['url', 'email']);
  if (store.count('webhook', { accountId }) >= MAX_WEBHOOKS)
    throw badRequest('invalid_action', `O limite de ${MAX_WEBHOOKS} webhooks foi atingido.`);
  const webhook: WebhookRecord = {
    ...fieldsOf(body, {
      name: 'Webhook',
      url: '',
      email: '',
      enabled: true,
      interrupted: false,
      authToken: store.newToken(),
      sendType: 'SEQUENTIALLY',
      events: [],
    }),
    id: store.newId(),
    accountId,
    failuresInARow: 0,
  };
  store.insert('webhook', webhook.id, webhook, { accountId });
  return webhook;
}

type Fields = Omit<WebhookRecord, 'id' | 'accountId' | 'failuresInARow'>;

/** Given fields override the previous ones. */
function fieldsOf(body: Body, before: Fields): Fields {
  const url = textOf(body, 'url') ?? before.url;
  if (!/^https?:\/\//.test(url)) throw badRequest('invalid_url', 'A URL informada é inválida.');
  return {
    name: textOf(body, 'name') ?? before.name,
    url,
    email: textOf(body, 'email') ?? before.email,
    enabled: typeof body.enabled === 'boolean' ? body.enabled : before.enabled,
    interrupted: typeof body.interrupted === 'boolean' ? body.interrupted : before.interrupted,
    authToken: textOf(body, 'authToken') ?? before.authToken,
    sendType:
      body.sendType === 'NON_SEQUENTIALLY' || body.sendType === 'SEQUENTIALLY'
        ? body.sendType
        : before.sendType,
    events: Array.isArray(body.events) ? body.events.map(String) : before.events,
  };
}

/** Never returns the token. */
const webhookAnswer = ({ authToken, accountId, failuresInARow, ...webhook }: WebhookRecord) => ({
  ...webhook,
  apiVersion: 3,
  hasAuthToken: authToken !== '',
  penalizedRequestsCount: failuresInARow,
});

/** Queues an event for each subscribed webhook, inside the transaction of its cause. */
export function emit(
  { store, clock }: Simulator,
  accountId: string,
  { event, subject }: { event: string; subject: Record<string, unknown> },
): void {
  const account = store.get('account', accountId);
  const id = `evt_${store.newToken().slice(0, 32)}`;
  const body = JSON.stringify({
    id,
    event,
    dateCreated: stampOf(clock),
    account: { id: accountId, ownerId: account?.ownerId ?? null },
    ...subject,
  });
  for (const webhook of store.list('webhook', { accountId }))
    if (webhook.enabled && webhook.events.includes(event))
      store.addEvent({ id, webhookId: webhook.id, body });
}
