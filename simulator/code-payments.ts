import { Hono } from 'hono';
import { readBrCode } from '#domain/pix/br-code';
import { maskDocument } from '#domain/tax-id';
import { receiveCharge } from './account-charges.ts';
import { give, requireApproved, take } from './balance.ts';
import { chargeAt, decodedCharge, dueCents, PROVIDER_NAME, whyUnpayable } from './charges.ts';
import { failsNow, isFailing } from './failing.ts';
import { dayOf, realMs } from './moment.ts';
import { ISPB, newEndToEndId, receive } from './payments.ts';
import { keyOwner } from './pix-keys.ts';
import { badRequest } from './provider-error.ts';
import type { ChargeRecord, PixDebitRecord } from './records.ts';
import { type Body, bodyOf, centsOf, readRoutes, textOf, toNumber } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';

/** Codes of others: what they say, and paying them. The provider documents no events for these payments. */
export function codePaymentRoutes(simulator: Simulator): Routes {
  const { store } = simulator;
  const routes: Routes = new Hono<SimulatorEnv>();

  routes.post('/pix/qrCodes/decode', async (c) => c.json(decode(simulator, await bodyOf(c))));

  routes.post('/pix/qrCodes/pay', async (c) => {
    const body = await bodyOf(c);
    const account = c.get('account');
    requireApproved(account);
    const debit = store.transaction(() => pay(simulator, account.id, body));
    simulator.wake();
    return c.json(debitAnswer(debit));
  });

  readRoutes(routes, simulator, ['/pix/transactions', 'pixDebit', 100], debitAnswer);
  return routes;
}

/** What a code leads to: a merchant's charge, or a key with the code's own amount. Throws 400 for neither. */
function readCode(simulator: Simulator, body: Body) {
  const payload = textOf(body, 'payload') ?? '';
  const reading = readBrCode(payload);
  if (!reading.ok) throw badRequest('invalid_payload', 'O QR Code informado é inválido.');
  const { url } = reading.code;
  const charge = url === null ? null : chargeAt(simulator, url);
  if (url !== null && !charge)
    throw badRequest('invalid_payload', 'Não foi possível consultar o QR Code dinâmico.');
  return { payload, code: reading.code, charge };
}

function decode(simulator: Simulator, body: Body) {
  const { payload, code, charge } = readCode(simulator, body);
  if (charge) return decodedCharge(simulator, charge);
  const { key, amountCents, name, txid, info } = code;
  const owner = keyOwner(simulator, key ?? '');
  const value = amountCents === null ? null : toNumber(amountCents);
  return {
    payload,
    type: 'STATIC',
    transactionOriginType: 'STATIC_QRCODE',
    pixKey: key,
    conciliationIdentifier: txid,
    value,
    totalValue: value,
    canBePaidWithDifferentValue: value === null,
    receiver: {
      ispb: owner ? '19540550' : null,
      ispbName: owner ? PROVIDER_NAME : null,
      name: owner?.name ?? name,
      tradingName: null,
      cpfCnpj: owner ? maskDocument(owner.cpfCnpj) : null,
    },
    description: info,
    canBePaid: true,
    cannotBePaidReason: null,
  };
}

function pay(simulator: Simulator, accountId: string, body: Body): PixDebitRecord {
  const { store, clock, switches } = simulator;
  const qrCode = typeof body.qrCode === 'object' && body.qrCode !== null ? (body.qrCode as Body) : {};
  const { code, charge } = readCode(simulator, qrCode);
  const amountCents = centsOf(body, 'value');
  if (amountCents === null) throw badRequest('invalid_value', 'O campo value deve ser informado.');
  refuseUnpayable(simulator, charge, amountCents, charge ? dueCents(simulator, charge) : code.amountCents);
  take(store, accountId, amountCents);
  // Nobody else can pay it from now on.
  if (charge) store.update('charge', charge.id, { status: 'PAID' });
  const owner = keyOwner(simulator, code.key ?? '');
  const debit: PixDebitRecord = {
    id: store.newId(),
    accountId,
    status: 'REQUESTED',
    amountCents,
    refundedCents: 0,
    chargeId: charge?.id ?? null,
    key: code.key,
    txid: charge?.txid ?? code.txid,
    payee: charge?.merchant ?? { name: owner?.name ?? code.name, document: owner?.cpfCnpj ?? null },
    description: textOf(body, 'description'),
    endToEndId: newEndToEndId(simulator, ISPB.provider),
    refusalReason: null,
    dateCreated: dayOf(clock),
    effectiveDate: null,
  };
  store.insert('pixDebit', debit.id, debit, { accountId, reference: debit.txid, day: debit.dateCreated });
  store.addJob('pixDebit', debit.id, realMs() + switches.settleMs);
  return debit;
}

/** Throws 400 for a charge that is over, and for another amount than it asks for. */
function refuseUnpayable(
  simulator: Simulator,
  charge: ChargeRecord | null,
  amountCents: number,
  askedCents: number | null,
): void {
  const why = charge && whyUnpayable(simulator, charge);
  if (why) throw badRequest('invalid_action', why);
  if (charge?.finality) throw badRequest('invalid_action', 'Informe o valor do saque ou do troco.');
  if (askedCents !== null && askedCents !== amountCents)
    throw badRequest('invalid_value', 'O valor informado difere do valor do QR Code.');
}

/** Advances a paid code to DONE or REFUSED. Inside a transaction. */
export function advanceDebit(simulator: Simulator, id: string): void {
  const { store, clock } = simulator;
  const debit = store.get('pixDebit', id);
  if (debit?.status !== 'REQUESTED') return;
  if (isFailing({ amountCents: debit.amountCents, to: { key: debit.key } }) || failsNow(simulator)) {
    give(store, debit.accountId, debit.amountCents);
    store.update('pixDebit', id, {
      status: 'REFUSED',
      refusalReason: 'A instituição de destino recusou o pagamento.',
    });
    if (debit.chargeId) store.update('charge', debit.chargeId, { status: 'ACTIVE' });
    return;
  }
  store.update('pixDebit', id, { status: 'DONE', effectiveDate: dayOf(clock) });
  const payer = store.get('account', debit.accountId);
  if (payer) arrive(simulator, debit, { payerName: payer.name, payerDocument: payer.cpfCnpj });
}

/** A receiver with an account here gets the money. */
function arrive(
  simulator: Simulator,
  { id: debitId, chargeId, key, txid, amountCents, description, endToEndId }: PixDebitRecord,
  payer: { payerName: string; payerDocument: string },
): void {
  const charge = chargeId === null ? null : simulator.store.get('charge', chargeId);
  const paid = { ...payer, amountCents, description, endToEndId, debitId };
  if (charge?.paymentId) return void receiveCharge(simulator, charge, paid);
  const receiver = keyOwner(simulator, key ?? '');
  if (receiver) receive(simulator, { ...paid, accountId: receiver.id, key, txid });
}

/** The payee gives it all back. Inside a transaction. */
export function refundDebit({ store }: Simulator, { id, accountId, amountCents }: PixDebitRecord): void {
  give(store, accountId, amountCents);
  store.update('pixDebit', id, { refundedCents: amountCents });
}

const debitAnswer = (debit: PixDebitRecord) => ({
  id: debit.id,
  endToEndIdentifier: debit.endToEndId,
  finality: null,
  value: toNumber(debit.amountCents),
  changeValue: null,
  refundedValue: toNumber(debit.refundedCents),
  effectiveDate: debit.effectiveDate,
  scheduledDate: null,
  status: debit.status,
  type: 'DEBIT',
  originType: debit.chargeId ? 'DYNAMIC_QRCODE' : 'STATIC_QRCODE',
  conciliationIdentifier: debit.txid,
  description: debit.description,
  transactionReceiptUrl: null,
  refusalReason: debit.refusalReason,
  canBeCanceled: false,
  externalAccount: {
    ispb: ISPB.outside,
    name: debit.payee.name,
    cpfCnpj: debit.payee.document && maskDocument(debit.payee.document),
    addressKey: debit.key,
  },
  canBeRefunded: false,
  chargedFeeValue: 0,
  dateCreated: debit.dateCreated,
  transferId: null,
  externalReference: null,
});
