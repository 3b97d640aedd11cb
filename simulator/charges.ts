import { z } from 'zod';
import { amountSchema } from '#domain/amount';
import { secondsAfter } from '#domain/moment';
import { writeBrCode } from '#domain/pix/br-code';
import { amountsOn, lastDayOf } from '#domain/pix/dated-charge';
import { datedChargeSchema } from '#domain/pix/dated-charge-schema';
import { maskDocument } from '#domain/tax-id';
import { dayOf, stampAt } from './moment.ts';
import { ISPB } from './payments.ts';
import { notFound } from './provider-error.ts';
import type { ChargeRecord, Merchant } from './records.ts';
import { toNumber } from './request.ts';
import type { Simulator } from './simulator.ts';

/** Invented, with valid numbers. The last one’s bank does not tell a key. */
const MERCHANTS = [
  {
    name: 'Padaria do Vale Ltda',
    tradingName: 'Padaria do Vale',
    document: '31415926000171',
    city: 'CURITIBA',
    key: 'c0ffee00-1111-4222-8333-444455556666',
  },
  {
    name: 'Joana Prado',
    tradingName: 'Joana Prado',
    document: '11144477735',
    city: 'RECIFE',
    key: '+5581987654321',
  },
  {
    name: 'Móveis Jatobá Comércio Ltda',
    tradingName: 'Móveis Jatobá',
    document: '14142135000104',
    city: 'BELO HORIZONTE',
    key: null,
  },
] satisfies Merchant[];
const INSTITUTION = 'ITAÚ UNIBANCO S.A.';
export const PROVIDER_NAME = 'ASAAS GESTÃO FINANCEIRA S.A.';
const USUAL_SECONDS = 24 * 3600;

/** A charge of the merchant whose name contains `merchant`: `value` (none: the payer chooses) or `dated`. */
export const chargeSchema = z.strictObject({
  merchant: z.string().default(MERCHANTS[0]?.name ?? ''),
  value: amountSchema.optional(),
  dated: datedChargeSchema.optional(),
  expiresInSeconds: z.int().min(1).default(USUAL_SECONDS),
  payer: z.strictObject({ name: z.string(), document: z.string() }).optional(),
  finality: z.enum(['WITHDRAWAL', 'CHANGE']).optional(),
  description: z.string().optional(),
});

/** Makes a merchant's dynamic code. Throws 404 for an unknown merchant. */
export function makeCharge(
  { store, clock }: Simulator,
  { merchant: name, value, dated, expiresInSeconds, ...asked }: z.output<typeof chargeSchema>,
): ChargeRecord {
  const merchant = MERCHANTS.find((one) => one.name.includes(name));
  if (!merchant) throw notFound('Nenhum lojista com este nome.');
  const txid = store.newToken().slice(0, 32);
  const url = `pix.example.com/qr/v2/${dated ? 'cobv' : 'cob'}/${txid}`;
  const charge: ChargeRecord = {
    id: store.newId(),
    txid,
    url,
    payload: writeBrCode({ url, name: merchant.tradingName, city: merchant.city }),
    merchant,
    status: 'ACTIVE',
    amountCents: value ?? null,
    dated: dated ?? null,
    expiresAt: dated ? null : secondsAfter(clock.now(), expiresInSeconds).toISOString(),
    payer: asked.payer ?? null,
    finality: asked.finality ?? null,
    description: asked.description ?? null,
  };
  store.insert('charge', charge.id, charge, { name: url, reference: txid });
  return charge;
}

/** Throws 404 unless it is active. */
export function removeCharge({ store }: Simulator, id: string): void {
  if (store.get('charge', id)?.status !== 'ACTIVE') throw notFound('Nenhuma cobrança ativa com este id.');
  store.update('charge', id, { status: 'REMOVED' });
}

export function chargeAt({ store }: Simulator, url: string): ChargeRecord | null {
  return store.list('charge', { name: url }, { limit: 1 })[0] ?? null;
}

/** Why a charge cannot be paid now; null: it can. */
export function whyUnpayable({ clock }: Simulator, charge: ChargeRecord): string | null {
  if (charge.status === 'PAID') return 'Esta cobrança já foi paga.';
  if (charge.status === 'REMOVED') return 'Esta cobrança foi cancelada por quem a emitiu.';
  const isOver = charge.dated
    ? dayOf(clock) > lastDayOf(charge.dated)
    : charge.expiresAt !== null && new Date(charge.expiresAt) <= clock.now();
  return isOver ? 'Esta cobrança expirou.' : null;
}

/** In cents; null: the payer chooses. */
export const dueCents = ({ clock }: Simulator, { dated, amountCents }: ChargeRecord): number | null =>
  dated ? amountsOn(dated, dayOf(clock)).totalCents : amountCents;

const institutionOf = ({ paymentId }: ChargeRecord) =>
  paymentId
    ? { ispb: ISPB.provider, ispbName: PROVIDER_NAME }
    : { ispb: ISPB.outside, ispbName: INSTITUTION };

/** As the provider decodes a charge. */
export function decodedCharge(simulator: Simulator, charge: ChargeRecord) {
  const { dated, expiresAt, merchant, payer } = charge;
  const amounts = dated && amountsOn(dated, dayOf(simulator.clock));
  const why = whyUnpayable(simulator, charge);
  const value = (cents: number | null | undefined) => (cents == null ? null : toNumber(cents));
  return {
    payload: charge.payload,
    type: 'DYNAMIC',
    transactionOriginType: 'DYNAMIC_QRCODE',
    pixKey: merchant.key,
    conciliationIdentifier: charge.txid,
    dueDate: dated?.dueOn ?? null,
    expirationDate: dated ? `${lastDayOf(dated)} 23:59:59` : expiresAt && stampAt(new Date(expiresAt)),
    finality: charge.finality,
    value: value(amounts ? amounts.originalCents : charge.amountCents),
    changeValue: null,
    interest: value(amounts?.interestCents),
    fine: value(amounts?.fineCents),
    discount: value(amounts?.discountCents),
    totalValue: value(dueCents(simulator, charge)),
    canBePaidWithDifferentValue: charge.amountCents === null && dated === null,
    canBeModifyChangeValue: false,
    receiver: {
      ...institutionOf(charge),
      name: merchant.name,
      tradingName: merchant.tradingName,
      cpfCnpj: maskDocument(merchant.document),
    },
    payer: payer && { name: payer.name, cpfCnpj: maskDocument(payer.document) },
    description: charge.description,
    canBePaid: why === null,
    cannotBePaidReason: why,
  };
}
