import { Hono } from 'hono';
import { give } from './balance.ts';
import { dayOf, type SimulatorClock } from './moment.ts';
import type { AccountRecord, PaymentRecord, QrCodeRecord } from './records.ts';
import { readRoutes, toNumber } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';
import type { Store } from './store.ts';
import { emit } from './webhooks.ts';

/** ISPB of the provider and of the outside payer's bank. */
export const ISPB = { provider: '19540550', outside: '60701190' };

export function paymentRoutes(simulator: Simulator): Routes {
  const routes: Routes = new Hono<SimulatorEnv>();

  readRoutes(routes, simulator, ['/payments', 'payment', 100], (payment) =>
    paymentAnswer(simulator, payment),
  );
  return routes;
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
  | 'debitId'
> & { txid: string | null };

/** Credits an account, stores the payment and emits its event. Inside a transaction. */
export function receive(simulator: Simulator, incoming: Incoming): PaymentRecord {
  const { store, clock } = simulator;
  const code = paidCode(store, incoming);
  if (code) store.update('qrCode', code.id, { timesPaid: code.timesPaid + 1 });
  const payment: PaymentRecord = {
    ...incoming,
    id: `pay_${store.newToken().slice(0, 16)}`,
    externalReference: code?.externalReference ?? null,
    customerId: `cus_${store.derived(`customer ${incoming.payerDocument ?? incoming.payerName}`).slice(0, 12)}`,
    pixTransactionId: store.newId(),
    pixQrCodeId: code?.id ?? null,
    dateCreated: dayOf(clock),
    paidOn: dayOf(clock),
  };
  const { accountId, externalReference } = payment;
  store.insert('payment', payment.id, payment, {
    accountId,
    reference: externalReference,
    day: payment.dateCreated,
  });
  give(store, accountId, payment.amountCents);
  tell(simulator, 'PAYMENT_CREATED', payment);
  tell(simulator, 'PAYMENT_RECEIVED', payment);
  return payment;
}

/** Events carry only the PIX id; the payment itself has the details. */
export function tell(simulator: Simulator, event: string, payment: PaymentRecord): void {
  const pixTransaction = payment.paidOn === null ? null : payment.pixTransactionId;
  const told = { payment: { ...paymentAnswer(simulator, payment), pixTransaction } };
  emit(simulator, payment.accountId, { event, subject: told });
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

export function paymentAnswer(simulator: Pick<Simulator, 'clock'>, payment: PaymentRecord) {
  const { amountCents, paidOn, charged } = payment;
  const originalCents = charged?.originalCents ?? amountCents;
  return {
    object: 'payment',
    id: payment.id,
    dateCreated: payment.dateCreated,
    customer: payment.customerId,
    value: toNumber(amountCents),
    netValue: toNumber(amountCents),
    originalValue: originalCents < amountCents ? toNumber(originalCents) : null,
    interestValue: originalCents < amountCents ? toNumber(amountCents - originalCents) : null,
    description: payment.description,
    billingType: 'PIX',
    status: statusOf(simulator, payment),
    dueDate: charged?.dueDate ?? payment.dateCreated,
    confirmedDate: paidOn,
    paymentDate: paidOn,
    clientPaymentDate: paidOn,
    creditDate: paidOn,
    externalReference: payment.externalReference,
    pixQrCodeId: payment.pixQrCodeId,
    pixTransaction: paidOn === null ? null : pixOf(payment),
    deleted: charged?.isDeleted ?? false,
    refunds: refundsOf(payment),
  };
}

function statusOf({ clock }: Pick<Simulator, 'clock'>, { isRefunded, paidOn, charged }: PaymentRecord) {
  if (isRefunded) return 'REFUNDED';
  if (paidOn !== null) return 'RECEIVED';
  return charged && charged.dueDate < dayOf(clock) ? 'OVERDUE' : 'PENDING';
}

const pixOf = (payment: PaymentRecord) => ({
  id: payment.pixTransactionId,
  endToEndIdentifier: payment.endToEndId,
  conciliationIdentifier: payment.txid,
  addressKey: payment.key,
  payer: { name: payment.payerName, cpfCnpj: payment.payerDocument },
});

const refundsOf = ({ refunds }: PaymentRecord) =>
  refunds?.map(({ amountCents, endToEndId, ...one }) => ({
    ...one,
    value: toNumber(amountCents),
    endToEndIdentifier: endToEndId,
    effectiveDate: one.status === 'DONE' ? one.dateCreated.slice(0, 10) : null,
    transactionReceiptUrl: null,
  })) ?? null;
