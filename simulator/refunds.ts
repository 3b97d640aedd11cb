import { Hono } from 'hono';
import { give, take } from './balance.ts';
import { failsNow, isFailing } from './failing.ts';
import { dayOf, realMs, stampOf } from './moment.ts';
import { ISPB, newEndToEndId, paymentAnswer } from './payments.ts';
import { badRequest, notFound } from './provider-error.ts';
import type {
  AccountRecord,
  PaymentRecord,
  PixReturnRecord,
  RefundRecord,
  TransferRecord,
} from './records.ts';
import { type Body, bodyOf, centsOf, paged, textOf, toNumber } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';
import { emit } from './webhooks.ts';

export function refundRoutes(simulator: Simulator): Routes {
  const { store } = simulator;
  const routes: Routes = new Hono<SimulatorEnv>();

  routes.post('/payments/:id/refund', async (c) => {
    const body = await bodyOf(c);
    const payment = store.transaction(() => refundOwn(simulator, c.get('account'), c.req.param('id'), body));
    simulator.wake();
    return c.json(paymentAnswer(simulator, payment));
  });

  routes.get('/pix/transactions', (c, next) => {
    if (c.req.query('type') !== 'DEBIT_REFUND') return next();
    const { page, answer } = paged(c, 100);
    const name = c.req.query('endToEndIdentifier');
    const own = { accountId: c.get('account').id, ...(name !== undefined && { name }) };
    return Promise.resolve(
      answer(store.count('pixReturn', own), store.list('pixReturn', own, page).map(returnAnswer)),
    );
  });

  routes.get('/pix/transactions/:id', async (c, next) => {
    const one = store.get('pixReturn', c.req.param('id'));
    return one?.accountId === c.get('account').id ? c.json(returnAnswer(one)) : next();
  });
  return routes;
}

/** Cents of a payment that were given back or are being given back. */
const refundedCents = ({ refunds = [] }: PaymentRecord): number =>
  refunds.reduce((sum, { status, amountCents }) => (status === 'CANCELLED' ? sum : sum + amountCents), 0);

/** Refunds a payment, or a part, at its receiver's request. Throws 404, or 400 if that is more than is left or the money is gone. */
function refundOwn(simulator: Simulator, account: AccountRecord, id: string, body: Body): PaymentRecord {
  const payment = simulator.store.get('payment', id);
  if (payment?.accountId !== account.id) throw notFound();
  if (payment.paidOn === null) throw badRequest('invalid_action', 'Esta cobrança não foi recebida.');
  const leftCents = payment.amountCents - refundedCents(payment);
  if (payment.isRefunded || leftCents <= 0)
    throw badRequest('invalid_action', 'Esta cobrança já foi estornada.');
  const amountCents = centsOf(body, 'value') ?? leftCents;
  if (amountCents > leftCents)
    throw badRequest('invalid_value', 'O valor do estorno é maior que o valor restante da cobrança.');
  // A slow one fails at its end.
  if (!simulator.switches.refundMs && (isFailing({ amountCents }) || failsNow(simulator)))
    throw badRequest('invalid_action', 'O estorno não foi aceito pela instituição de quem pagou.');
  return refund(simulator, payment, { amountCents, description: textOf(body, 'description') });
}

/** Refunds a payment or a part, without a description at the provider's own wish. Throws 400 when the money is gone. Inside a transaction. */
export function refund(
  simulator: Simulator,
  payment: PaymentRecord,
  { amountCents, description }: { amountCents?: number; description?: string | null } = {},
): PaymentRecord {
  const { store, clock, switches } = simulator;
  const cents = amountCents ?? payment.amountCents - refundedCents(payment);
  take(store, payment.accountId, cents);
  const made: RefundRecord = {
    dateCreated: stampOf(clock),
    status: 'PENDING',
    amountCents: cents,
    description: description ?? null,
    endToEndId: newEndToEndId(simulator, ISPB.provider, 'D'),
  };
  const before = payment.refunds ?? [];
  const kept = store.update('payment', payment.id, { refunds: [...before, made] });
  if (switches.refundMs) {
    store.addJob('refund', `${payment.id} ${before.length}`, realMs() + switches.refundMs);
    emit(simulator, payment.accountId, {
      event: 'PAYMENT_REFUND_IN_PROGRESS',
      subject: { payment: paymentAnswer(simulator, kept) },
    });
    return kept;
  }
  return endRefund(simulator, kept, before.length, 'DONE');
}

/** Ends a refund that took its time. Inside a transaction. */
export function advanceRefund(simulator: Simulator, id: string): void {
  const [paymentId = '', place] = id.split(' ');
  const payment = simulator.store.get('payment', paymentId);
  const one = payment?.refunds?.[Number(place)];
  if (!payment || one?.status !== 'PENDING') return;
  endRefund(simulator, payment, Number(place), isFailing(one) || failsNow(simulator) ? 'CANCELLED' : 'DONE');
}

function endRefund(
  simulator: Simulator,
  payment: PaymentRecord,
  place: number,
  status: 'DONE' | 'CANCELLED',
): PaymentRecord {
  const { store } = simulator;
  const refunds = (payment.refunds ?? []).map((one, at) => (at === place ? { ...one, status } : one));
  const one = refunds[place];
  if (!one) throw new Error(`payment ${payment.id} has no refund ${place}`);
  const doneCents = refunds.reduce(
    (sum, { status: is, amountCents }) => (is === 'DONE' ? sum + amountCents : sum),
    0,
  );
  const isRefunded = doneCents === payment.amountCents;
  const kept = store.update('payment', payment.id, { refunds, ...(isRefunded && { isRefunded }) });
  if (status === 'CANCELLED') give(store, payment.accountId, one.amountCents);
  else reachPayer(simulator, payment, one);
  const event =
    status === 'CANCELLED'
      ? 'PAYMENT_REFUND_DENIED'
      : isRefunded
        ? 'PAYMENT_REFUNDED'
        : 'PAYMENT_PARTIALLY_REFUNDED';
  emit(simulator, payment.accountId, { event, subject: { payment: paymentAnswer(simulator, kept) } });
  return kept;
}

/** A payer with an account here gets the money; any other payer's bank does. */
function reachPayer({ store, clock }: Simulator, payment: PaymentRecord, one: RefundRecord): void {
  const debit = payment.debitId && store.get('pixDebit', payment.debitId);
  if (debit) store.update('pixDebit', debit.id, { refundedCents: debit.refundedCents + one.amountCents });
  const paidBy = debit || (payment.transferId && store.get('transfer', payment.transferId));
  if (!paidBy) return;
  const receiver = store.get('account', payment.accountId);
  const from = { name: receiver?.name ?? null, document: receiver?.cpfCnpj ?? null };
  comeBack({ store, clock }, paidBy, { ...one, ...from });
}

type Coming = Pick<RefundRecord, 'amountCents' | 'description' | 'endToEndId'> &
  Pick<PixReturnRecord, 'name' | 'document'>;

/** Money of a completed payment that its receiver gives back. Inside a transaction. */
function comeBack(
  { store, clock }: Pick<Simulator, 'store' | 'clock'>,
  paidBy: Pick<TransferRecord, 'id' | 'accountId' | 'endToEndId' | 'amountCents' | 'effectiveDate'>,
  coming: Coming,
) {
  const id = store.newId();
  const dateCreated = dayOf(clock);
  give(store, paidBy.accountId, coming.amountCents);
  const kept: PixReturnRecord = {
    id,
    accountId: paidBy.accountId,
    status: 'DONE',
    amountCents: coming.amountCents,
    description: coming.description,
    endToEndId: coming.endToEndId,
    paidBy: paidBy.id,
    original: {
      endToEndId: paidBy.endToEndId,
      amountCents: paidBy.amountCents,
      effectiveDate: paidBy.effectiveDate,
    },
    name: coming.name,
    document: coming.document,
    dateCreated,
  };
  const { accountId, endToEndId: name } = kept;
  store.insert('pixReturn', id, kept, { accountId, name, day: dateCreated });
}

/** A receiver at another bank gives back a part of a transfer. Inside a transaction. */
export function returnPart(simulator: Simulator, transfer: TransferRecord, amountCents: number): void {
  comeBack(simulator, transfer, {
    amountCents,
    description: 'Devolvido por quem recebeu',
    endToEndId: newEndToEndId(simulator, ISPB.outside, 'D'),
    name: 'Recebedor de fora',
    document: null,
  });
}

const returnAnswer = (one: PixReturnRecord) => ({
  id: one.id,
  endToEndIdentifier: one.endToEndId,
  value: toNumber(one.amountCents),
  refundedValue: 0,
  effectiveDate: one.dateCreated,
  status: one.status,
  type: 'DEBIT_REFUND',
  originType: 'MANUAL',
  description: one.description,
  transferId: null,
  dateCreated: one.dateCreated,
  originalTransaction: {
    id: one.paidBy,
    endToEndIdentifier: one.original.endToEndId,
    value: toNumber(one.original.amountCents),
    effectiveDate: one.original.effectiveDate,
  },
  externalAccount: { name: one.name, cpfCnpj: one.document },
});
