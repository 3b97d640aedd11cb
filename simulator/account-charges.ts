import { Hono } from 'hono';
import { addDays, isDay } from '#domain/date';
import { toDecimal } from '#domain/money';
import { writeBrCode } from '#domain/pix/br-code';
import type { DatedCharge } from '#domain/pix/dated-charge';
import { parseDocument } from '#domain/tax-id';
import { give, requireApproved } from './balance.ts';
import { dayOf } from './moment.ts';
import { paymentAnswer, receive, tell } from './payments.ts';
import { cityOf, imageOf } from './pix-keys.ts';
import { badRequest, notFound } from './provider-error.ts';
import type { AccountRecord, ChargeRecord, CustomerRecord, PaymentRecord } from './records.ts';
import { type Body, bodyOf, centsOf, paged, require, textOf } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';

/** A charge's code expires 12 months after its due date (Asaas). */
const VALID_DAYS = 365;

/** What accounts charge with dynamic codes, and whom. */
export function accountChargeRoutes(simulator: Simulator): Routes {
  const { store } = simulator;
  const routes: Routes = new Hono<SimulatorEnv>();

  routes.post('/customers', async (c) => {
    const body = await bodyOf(c);
    return c.json(store.transaction(() => makeCustomer(simulator, c.get('account'), body)));
  });

  routes.get('/customers', (c) => {
    const { filter, page, answer } = paged(c, 100);
    const own = { ...filter, accountId: c.get('account').id };
    return answer(store.count('customer', own), store.list('customer', own, page));
  });

  routes.post('/payments', async (c) => {
    const body = await bodyOf(c);
    const payment = store.transaction(() => makePayment(simulator, c.get('account'), body));
    simulator.wake();
    return c.json(paymentAnswer(simulator, payment));
  });

  routes.get('/payments/:id/pixQrCode', async (c) => {
    const { payment, charge } = ownCharge(simulator, c.get('account'), c.req.param('id'));
    if (payment.charged.isDeleted) throw badRequest('invalid_action', 'Esta cobrança foi removida.');
    const { payload, dated } = charge;
    const expirationDate = `${addDays(dated?.dueOn ?? payment.dateCreated, VALID_DAYS)} 23:59:59`;
    return c.json({ success: true, encodedImage: await imageOf(payload), payload, expirationDate });
  });

  routes.delete('/payments/:id', (c) => {
    const { payment } = ownCharge(simulator, c.get('account'), c.req.param('id'));
    store.transaction(() => removePayment(simulator, payment));
    simulator.wake();
    return c.json({ deleted: true, id: payment.id });
  });
  return routes;
}

function makeCustomer({ store, clock }: Simulator, account: AccountRecord, body: Body): CustomerRecord {
  require(body, ['name', 'cpfCnpj']);
  const cpfCnpj = parseDocument(textOf(body, 'cpfCnpj') ?? '')?.digits;
  if (!cpfCnpj) throw badRequest('invalid_cpfCnpj', 'O CPF/CNPJ informado é inválido.');
  const customer: CustomerRecord = {
    id: `cus_${store.newToken().slice(0, 12)}`,
    accountId: account.id,
    name: textOf(body, 'name') ?? '',
    cpfCnpj,
    externalReference: textOf(body, 'externalReference'),
    notificationDisabled: body.notificationDisabled === true,
    dateCreated: dayOf(clock),
  };
  const { accountId, externalReference: reference } = customer;
  store.insert('customer', customer.id, customer, { accountId, reference });
  return customer;
}

/** Throws 400 for what the provider refuses. */
function makePayment(simulator: Simulator, account: AccountRecord, body: Body): PaymentRecord {
  const { store, clock } = simulator;
  requireApproved(account);
  require(body, ['customer', 'billingType', 'dueDate']);
  if (textOf(body, 'billingType') !== 'PIX')
    throw badRequest('invalid_billingType', 'Só cobranças por Pix são simuladas.');
  const customer = store.get('customer', textOf(body, 'customer') ?? '');
  if (customer?.accountId !== account.id)
    throw badRequest('invalid_customer', 'Customer inválido ou não informado.');
  const originalCents = centsOf(body, 'value');
  if (originalCents === null) throw badRequest('invalid_value', 'O campo value deve ser informado.');
  const dueDate = textOf(body, 'dueDate') ?? '';
  if (!isDay(dueDate) || dueDate < dayOf(clock))
    throw badRequest('invalid_dueDate', 'Não é permitido data de vencimento inferior a hoje.');
  const [key] = store.list('key', { accountId: account.id }, { limit: 1 });
  if (!key) throw badRequest('invalid_action', 'Cadastre uma chave Pix para gerar cobranças.');
  const id = `pay_${store.newToken().slice(0, 16)}`;
  const dated: DatedCharge = {
    originalCents,
    dueOn: dueDate,
    validDays: VALID_DAYS,
    ...termsIn(body, dueDate),
  };
  const charge = codeOf(simulator, account, { paymentId: id, key: key.key, dated, customer, body });
  const payment: PaymentRecord = {
    id,
    accountId: account.id,
    amountCents: originalCents,
    description: charge.description,
    externalReference: textOf(body, 'externalReference'),
    payerName: customer.name,
    payerDocument: customer.cpfCnpj,
    customerId: customer.id,
    pixTransactionId: '',
    pixQrCodeId: null,
    key: key.key,
    txid: charge.txid,
    endToEndId: '',
    dateCreated: dayOf(clock),
    paidOn: null,
    charged: { chargeId: charge.id, originalCents, dueDate, isDeleted: false },
  };
  const { accountId, externalReference: reference, dateCreated: day } = payment;
  store.insert('payment', id, payment, { accountId, reference, day });
  tell(simulator, 'PAYMENT_CREATED', payment);
  return payment;
}

type Coded = { paymentId: string; key: string; dated: DatedCharge; customer: CustomerRecord; body: Body };

function codeOf(
  { store }: Simulator,
  account: AccountRecord,
  { paymentId, key, dated, customer, body }: Coded,
): ChargeRecord {
  const txid = store.newToken().slice(0, 32);
  const url = `pix.asaas.example/qr/v2/cobv/${txid}`;
  const city = cityOf(account);
  const charge: ChargeRecord = {
    id: store.newId(),
    paymentId,
    txid,
    url,
    payload: writeBrCode({ url, name: account.name, city }),
    merchant: { name: account.name, tradingName: account.name, document: account.cpfCnpj, city, key },
    status: 'ACTIVE',
    amountCents: null,
    dated,
    expiresAt: null,
    payer: { name: customer.name, document: customer.cpfCnpj },
    finality: null,
    description: textOf(body, 'description'),
  };
  store.insert('charge', charge.id, charge, { name: url, reference: txid });
  return charge;
}

/** Fine: value or percent; interest: percent a month; discount: value or percent until some days before the due date. */
function termsIn(body: Body, dueOn: string): Pick<DatedCharge, 'fine' | 'interest' | 'discount'> {
  const [fine, interest, discount] = (['fine', 'interest', 'discount'] as const).map((name) =>
    partOf(body, name),
  );
  const modeOf = (part: Body) => (textOf(part, 'type') === 'FIXED' ? (1 as const) : (2 as const));
  const decimalOf = (part: Body) => toDecimal(centsOf(part, 'value') ?? 0);
  const daysBefore = Number(textOf(discount ?? {}, 'dueDateLimitDays') ?? 0);
  return {
    ...(fine && { fine: { mode: modeOf(fine), value: decimalOf(fine) } }),
    ...(interest && { interest: { mode: 3 as const, value: decimalOf(interest) } }),
    ...(discount && {
      discount: {
        mode: modeOf(discount),
        until: [{ on: addDays(dueOn, -daysBefore), value: decimalOf(discount) }],
      },
    }),
  };
}

/** An object with a value above nothing. */
function partOf(body: Body, name: string): Body | null {
  const part = body[name];
  return typeof part === 'object' && part !== null && Number((part as Body).value) > 0
    ? (part as Body)
    : null;
}

type Charged = PaymentRecord & { charged: NonNullable<PaymentRecord['charged']> };

/** Throws 404 for another account's, and for a PIX that nobody had charged. */
function ownCharge({ store }: Simulator, account: AccountRecord, id: string) {
  const payment = store.get('payment', id);
  const charge = payment?.charged && store.get('charge', payment.charged.chargeId);
  if (payment?.accountId !== account.id || !payment.charged || !charge) throw notFound();
  return { payment: payment as Charged, charge };
}

/** Once removed it stays so. Throws 400 for a paid one. */
function removePayment(simulator: Simulator, { id, paidOn, charged }: Charged): void {
  const { store } = simulator;
  if (paidOn !== null || store.get('charge', charged.chargeId)?.status === 'PAID')
    throw badRequest('invalid_action', 'Não é possível remover uma cobrança recebida.');
  if (charged.isDeleted) return;
  store.update('charge', charged.chargeId, { status: 'REMOVED' });
  tell(
    simulator,
    'PAYMENT_DELETED',
    store.update('payment', id, { charged: { ...charged, isDeleted: true } }),
  );
}

/** Once: a charge that is over already becomes another payment, which names its txid alone. Inside a transaction. */
export function receiveCharge(
  simulator: Simulator,
  { id, paymentId = '', txid, merchant }: ChargeRecord,
  paid: Pick<
    PaymentRecord,
    'amountCents' | 'payerName' | 'payerDocument' | 'description' | 'endToEndId' | 'debitId'
  >,
): PaymentRecord {
  const { store, clock } = simulator;
  const payment = store.get('payment', paymentId);
  if (!payment?.charged) throw notFound();
  store.update('charge', id, { status: 'PAID' });
  const { accountId } = payment;
  if (payment.paidOn !== null || payment.charged.isDeleted)
    return receive(simulator, { ...paid, accountId, key: merchant.key, txid });
  const { description: _message, ...payer } = paid;
  const received = store.update('payment', paymentId, {
    ...payer,
    pixTransactionId: store.newId(),
    paidOn: dayOf(clock),
  });
  give(store, accountId, paid.amountCents);
  tell(simulator, 'PAYMENT_RECEIVED', received);
  return received;
}
