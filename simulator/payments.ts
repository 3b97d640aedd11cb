import { Hono } from 'hono';
import { readBrCode } from '#domain/pix/br-code';
import { parsePixKey } from '#domain/pix/key';
import { parseDocument } from '#domain/tax-id';
import { give, requireApproved } from './balance.ts';
import { dayOf, type SimulatorClock } from './moment.ts';
import { keyOwner } from './pix-keys.ts';
import { badRequest, notFound, notPermitted } from './provider-error.ts';
import type { AccountRecord, PaymentRecord, QrCodeRecord } from './records.ts';
import { type Body, bodyOf, centsOf, readRoutes, textOf, toNumber } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';
import type { Store } from './store.ts';
import { emit } from './webhooks.ts';

/** ISPB of the provider and of the outside payer's bank. */
export const ISPB = { provider: '19540550', outside: '60701190' };

export function paymentRoutes(simulator: Simulator): Routes {
  const routes: Routes = new Hono<SimulatorEnv>();

  readRoutes(routes, simulator, ['/payments', 'payment', 100], paymentAnswer);

  routes.post('/sandbox/pix/receive', async (c) => {
    const body = await bodyOf(c);
    return c.json(receiveFromOutside(simulator, c.get('account'), body));
  });

  return routes;
}

/**
 * Body: `{payload | addressKey | walletId, value?, payerName?, payerDocument?, description?}`. Only the root may name
 * other payees.
 */
export function receiveFromOutside(simulator: Simulator, asking: AccountRecord, body: Body) {
  const { store, rootId } = simulator;
  const reading = readBrCode(textOf(body, 'payload') ?? '');
  const code = reading.ok ? reading.code : null;
  const key = parsePixKey(code?.key ?? textOf(body, 'addressKey') ?? '')?.canonical ?? null;
  const walletId = textOf(body, 'walletId');
  const account = key ? keyOwner(simulator, key) : walletId ? walletOwner(store, walletId) : asking;
  if (!account) throw notFound('Nenhuma conta com esta chave Pix ou carteira.');
  if (asking.id !== rootId && account.id !== asking.id) throw notPermitted();
  requireApproved(account);
  const amountCents = code?.amountCents ?? centsOf(body, 'value');
  if (amountCents === null) throw badRequest('invalid_value', 'O campo value deve ser informado.');
  const document = textOf(body, 'payerDocument');
  const payment = store.transaction(() =>
    receive(simulator, {
      accountId: account.id,
      amountCents,
      key,
      txid: code?.txid ?? null,
      payerName: textOf(body, 'payerName') ?? 'Pagador de fora',
      payerDocument: document ? (parseDocument(document)?.digits ?? document) : null,
      description: textOf(body, 'description') ?? code?.info ?? null,
      endToEndId: newEndToEndId(simulator, ISPB.outside),
    }),
  );
  simulator.wake();
  return paymentAnswer(payment);
}

export function walletOwner(store: Store, walletId: string): AccountRecord | null {
  const wallet = store.get('wallet', walletId);
  return wallet && store.get('account', wallet.accountId);
}

/** End-to-end id: E (D of a return), ISPB, minute (UTC), eleven characters. */
export function newEndToEndId(
  { store, clock }: { store: Store; clock: SimulatorClock },
  ispb: string,
  begins: 'E' | 'D' = 'E',
): string {
  const minute = clock.now().toISOString().replace(/\D/g, '').slice(0, 12);
  return `${begins}${ispb}${minute}${store.newToken().slice(0, 11).toUpperCase()}`;
}

type Incoming = Pick<
  PaymentRecord,
  | 'accountId'
  | 'amountCents'
  | 'key'
  | 'payerName'
  | 'payerDocument'
  | 'description'
  | 'endToEndId'
  | 'transferId'
> & { txid: string | null };

/** Credits an account, stores the payment and emits its event. Inside a transaction. */
export function receive(simulator: Simulator, { txid, ...incoming }: Incoming): PaymentRecord {
  const { store, clock } = simulator;
  const code = paidCode(store, { txid, ...incoming });
  if (code) store.update('qrCode', code.id, { timesPaid: code.timesPaid + 1 });
  const payment: PaymentRecord = {
    ...incoming,
    id: `pay_${store.newToken().slice(0, 16)}`,
    externalReference: code?.externalReference ?? null,
    customerId: `cus_${store.derived(`customer ${incoming.payerDocument ?? incoming.payerName}`).slice(0, 12)}`,
    pixTransactionId: store.newId(),
    pixQrCodeId: code?.id ?? null,
    dateCreated: dayOf(clock),
  };
  const { accountId, externalReference } = payment;
  store.insert('payment', payment.id, payment, {
    accountId,
    reference: externalReference,
    day: payment.dateCreated,
  });
  give(store, accountId, payment.amountCents);
  // Events carry only the PIX id; the payment itself has the details.
  const told = { payment: { ...paymentAnswer(payment), pixTransaction: payment.pixTransactionId } };
  emit(simulator, accountId, { event: 'PAYMENT_CREATED', subject: told });
  emit(simulator, accountId, { event: 'PAYMENT_RECEIVED', subject: told });
  return payment;
}

/** The paid code: by txid, else the last with this key and amount. */
function paidCode(
  store: Store,
  { accountId, key, txid, amountCents }: Pick<Incoming, 'accountId' | 'key' | 'txid' | 'amountCents'>,
): QrCodeRecord | null {
  if (!key) return null;
  const codes = store.list('qrCode', { accountId, name: key, ...(txid && { reference: txid }) });
  const isPayable = (code: QrCodeRecord) =>
    (code.allowsMultiplePayments || code.timesPaid === 0) &&
    (code.amountCents === null || code.amountCents === amountCents);
  return codes.find(isPayable) ?? null;
}

export const paymentAnswer = (payment: PaymentRecord) => ({
  object: 'payment',
  id: payment.id,
  dateCreated: payment.dateCreated,
  customer: payment.customerId,
  value: toNumber(payment.amountCents),
  netValue: toNumber(payment.amountCents),
  description: payment.description,
  billingType: 'PIX',
  status: payment.isRefunded ? 'REFUNDED' : 'RECEIVED',
  dueDate: payment.dateCreated,
  confirmedDate: payment.dateCreated,
  paymentDate: payment.dateCreated,
  clientPaymentDate: payment.dateCreated,
  creditDate: payment.dateCreated,
  externalReference: payment.externalReference,
  pixQrCodeId: payment.pixQrCodeId,
  pixTransaction: {
    id: payment.pixTransactionId,
    endToEndIdentifier: payment.endToEndId,
    addressKey: payment.key,
    payer: { name: payment.payerName, cpfCnpj: payment.payerDocument },
  },
  deleted: false,
  refunds:
    payment.refunds?.map(({ amountCents, endToEndId, ...one }) => ({
      ...one,
      value: toNumber(amountCents),
      endToEndIdentifier: endToEndId,
      effectiveDate: one.status === 'DONE' ? one.dateCreated.slice(0, 10) : null,
      transactionReceiptUrl: null,
    })) ?? null,
});
