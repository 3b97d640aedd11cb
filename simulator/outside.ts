import { Hono } from 'hono';
import { readBrCode } from '#domain/pix/br-code';
import { parsePixKey } from '#domain/pix/key';
import { parseDocument } from '#domain/tax-id';
import { receiveCharge } from './account-charges.ts';
import { requireApproved } from './balance.ts';
import { chargeAt, dueCents, whyUnpayable } from './charges.ts';
import { ISPB, newEndToEndId, paymentAnswer, receive, walletOwner } from './payments.ts';
import { keyOwner } from './pix-keys.ts';
import { badRequest, notFound, notPermitted } from './provider-error.ts';
import type { AccountRecord } from './records.ts';
import { type Body, bodyOf, centsOf, textOf } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';

/** What somebody at another bank pays. */
export function outsideRoutes(simulator: Simulator): Routes {
  const routes: Routes = new Hono<SimulatorEnv>();
  routes.post('/sandbox/pix/receive', async (c) => {
    const body = await bodyOf(c);
    return c.json(receiveFromOutside(simulator, c.get('account'), body));
  });
  return routes;
}

/**
 * Body: `{payload | addressKey | walletId, value?, payerName?, payerDocument?, description?, late?}`. Only the root may name
 * other payees.
 */
export function receiveFromOutside(simulator: Simulator, asking: AccountRecord, body: Body) {
  const { store, rootId } = simulator;
  const reading = readBrCode(textOf(body, 'payload') ?? '');
  const code = reading.ok ? reading.code : null;
  if (code?.url) return payCharge(simulator, asking, { url: code.url, body });
  const key = parsePixKey(code?.key ?? textOf(body, 'addressKey') ?? '')?.canonical ?? null;
  const walletId = textOf(body, 'walletId');
  const account = key ? keyOwner(simulator, key) : walletId ? walletOwner(store, walletId) : asking;
  if (!account) throw notFound('Nenhuma conta com esta chave Pix ou carteira.');
  if (asking.id !== rootId && account.id !== asking.id) throw notPermitted();
  requireApproved(account);
  const amountCents = code?.amountCents ?? centsOf(body, 'value');
  if (amountCents === null) throw badRequest('invalid_value', 'O campo value deve ser informado.');
  const payment = store.transaction(() =>
    receive(simulator, {
      ...outsidePayer(simulator, body),
      accountId: account.id,
      amountCents,
      key,
      txid: code?.txid ?? null,
      description: textOf(body, 'description') ?? code?.info ?? null,
    }),
  );
  simulator.wake();
  return paymentAnswer(simulator, payment);
}

function outsidePayer(simulator: Simulator, body: Body) {
  const document = textOf(body, 'payerDocument');
  return {
    payerName: textOf(body, 'payerName') ?? 'Pagador de fora',
    payerDocument: document ? (parseDocument(document)?.digits ?? document) : null,
    endToEndId: newEndToEndId(simulator, ISPB.outside),
  };
}

/**
 * A charge of an account is paid from outside, with what it costs today. `late`: the payer read the code while it could be paid, and
 * their PIX arrives after that.
 */
function payCharge(simulator: Simulator, asking: AccountRecord, { url, body }: { url: string; body: Body }) {
  const { store, rootId } = simulator;
  const charge = chargeAt(simulator, url);
  const payment = charge?.paymentId ? store.get('payment', charge.paymentId) : null;
  if (!charge || !payment) throw notFound('Nenhuma cobrança de uma conta com este código.');
  if (asking.id !== rootId && payment.accountId !== asking.id) throw notPermitted();
  const why = whyUnpayable(simulator, charge);
  if (why && body.late !== true) throw badRequest('invalid_action', why);
  const amountCents = dueCents(simulator, charge) ?? payment.amountCents;
  const paid = store.transaction(() =>
    receiveCharge(simulator, charge, {
      ...outsidePayer(simulator, body),
      amountCents,
      description: textOf(body, 'description') ?? charge.description,
    }),
  );
  simulator.wake();
  return paymentAnswer(simulator, paid);
}
