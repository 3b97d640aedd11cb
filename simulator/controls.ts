import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { giveBack } from './bills.ts';
import { chargeSchema, makeCharge, removeCharge } from './charges.ts';
import { refundDebit } from './code-payments.ts';
import { outsideKeySchema, registerOutside } from './directory.ts';
import { effectsOf } from './effects.ts';
import {
  answerFromOutside,
  claimFromOutside,
  outsideAnswerSchema,
  outsideClaimSchema,
} from './key-claims.ts';
import { receiveFromOutside } from './outside.ts';
import { badRequest, notFound, refusal } from './provider-error.ts';
import { refund, returnPart } from './refunds.ts';
import { type Body, bodyOf, centsOf, textOf } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';
import { failTransfer } from './transfers.ts';

const rate = z.number().min(0).max(1);
const milliseconds = z.number().min(0).max(600_000);

const faultsSchema = z
  .strictObject({
    delayBefore: rate,
    delayBeforeMs: milliseconds,
    delayAfter: rate,
    delayAfterMs: milliseconds,
    dropBefore: rate,
    dropAfter: rate,
    errorBefore: rate,
    errorAfter: rate,
    tooMany: rate,
    quota: z.int().min(0),
    onlyPosts: z.boolean(),
    duplicateWebhooks: z.int().min(0).max(10),
    reorderWebhooks: z.boolean(),
    forgedWebhooks: rate,
    down: z.boolean(),
    seed: z.int().min(0),
  })
  .partial();

const switchesSchema = z
  .strictObject({
    settleMs: milliseconds,
    refundMs: milliseconds,
    approvalMs: milliseconds,
    documentsAfterMs: milliseconds,
    retryMs: milliseconds,
    maxRetryMs: milliseconds,
    interruptAfter: z.int().min(1),
    evpOnly: z.boolean(),
    refuseDuplicates: z.boolean(),
    keyLookups: z.int().min(0).nullable(),
    onboardingUrl: z.url().nullable(),
    rejectDocuments: z.string().nullable(),
    beneficiary: z.string().nullable(),
    failNext: z.int().min(0),
  })
  .partial();

/** Local controls for tests and demonstrations. */
export function controlRoutes(simulator: Simulator, settle: () => Promise<void>): Routes {
  const { store, faults, switches, clock, rootId } = simulator;
  const routes: Routes = new Hono<SimulatorEnv>();
  routes.use('*', fromHere);

  routes.get('/state', (c) => c.json({ faults, switches }));

  routes.post('/faults', async (c) => {
    Object.assign(faults, parsed(faultsSchema, await bodyOf(c)));
    simulator.wake();
    return c.json({ faults });
  });

  routes.post('/switches', async (c) => {
    Object.assign(switches, parsed(switchesSchema, await bodyOf(c)));
    return c.json({ switches });
  });

  routes.post('/clock', async (c) => {
    const { at } = parsed(z.object({ at: z.iso.datetime({ offset: true }).nullable() }), await bodyOf(c));
    clock.set(at === null ? null : new Date(at));
    return c.json({ now: clock.now().toISOString() });
  });

  routes.post('/settle', async (c) => {
    await settle();
    return c.json(effectsOf(simulator));
  });

  routes.get('/effects', (c) => c.json(effectsOf(simulator)));

  routes.post('/receive', async (c) => {
    const root = store.get('account', rootId);
    if (!root) throw notFound();
    return c.json(receiveFromOutside(simulator, root, await bodyOf(c)));
  });

  routes.post('/charges', async (c) => {
    const asked = parsed(chargeSchema, await bodyOf(c));
    const { id, txid, payload } = store.transaction(() => makeCharge(simulator, asked));
    return c.json({ id, txid, payload });
  });

  routes.post('/charges/remove', async (c) => {
    const id = textOf(await bodyOf(c), 'id') ?? '';
    store.transaction(() => removeCharge(simulator, id));
    return c.json({ id });
  });

  keyControls(simulator, routes);

  routes.post('/return', async (c) => {
    const body = await bodyOf(c);
    store.transaction(() => sendBack(simulator, body));
    simulator.wake();
    return c.json({ id: textOf(body, 'id') });
  });

  return routes;
}

/** What happens to keys outside. */
function keyControls(simulator: Simulator, routes: Routes): void {
  const { store } = simulator;
  routes.post('/keys', async (c) => {
    const asked = parsed(outsideKeySchema, await bodyOf(c));
    return c.json(store.transaction(() => registerOutside(simulator, asked)));
  });

  routes.post('/claims', async (c) => {
    const asked = parsed(outsideClaimSchema, await bodyOf(c));
    return c.json(store.transaction(() => claimFromOutside(simulator, asked)));
  });

  routes.post('/claims/answer', async (c) => {
    const asked = parsed(outsideAnswerSchema, await bodyOf(c));
    return c.json(store.transaction(() => answerFromOutside(simulator, asked)));
  });
}

function parsed<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body);
  if (!read.success) throw badRequest('invalid_object', z.prettifyError(read.error));
  return read.data;
}

/** Body: `{id, value?}`. A part of a transfer comes back as a PIX transaction of its payer. */
function sendBack(simulator: Simulator, body: Body): void {
  const id = textOf(body, 'id') ?? '';
  const partCents = centsOf(body, 'value');
  const bill = simulator.store.get('bill', id);
  const transfer = simulator.store.get('transfer', id);
  const payment = simulator.store.get('payment', id);
  const debit = simulator.store.get('pixDebit', id);
  if (bill?.status === 'PAID') giveBack(simulator, bill, 'REFUNDED', 'O beneficiário devolveu o pagamento.');
  else if (transfer?.status === 'DONE' && 'key' in transfer.to && partCents !== null)
    returnPart(simulator, transfer, partCents);
  else if (transfer?.status === 'DONE' && 'key' in transfer.to)
    failTransfer(simulator, transfer, 'O recebedor devolveu a transferência.');
  else if (payment && !payment.isRefunded)
    refund(simulator, payment, partCents === null ? {} : { amountCents: partCents });
  else if (debit?.status === 'DONE' && debit.refundedCents === 0) refundDebit(simulator, debit);
  else throw notFound('Nenhum pagamento concluído com este id.');
}

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const OWN_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** Local and non-browser only: pages cannot set our Host or send JSON without CORS. */
const fromHere: MiddlewareHandler<SimulatorEnv> = async (c, next) => {
  const isHere = LOOPBACK.includes(c.env.incoming.socket.remoteAddress ?? '');
  const isNamed = OWN_HOST.test(c.req.header('host') ?? '');
  const isJson =
    c.req.method === 'GET' || c.req.header('content-type')?.startsWith('application/json') === true;
  if (!isHere || !isNamed || !isJson || c.req.header('origin'))
    throw refusal(403, 'forbidden', 'Somente desta máquina, em JSON, sem navegador.');
  await next();
};
