import { z } from 'zod';
import {
  decimalSchema,
  idSchema as id,
  isTrue,
  nullableCents,
  nullableDate,
  nullableLine,
  nullableName,
  nullableText,
} from './fields.ts';

/** 'YYYY-MM-DD HH:MM:SS' in São Paulo, which has no daylight saving time; a day alone lasts to its end. */
export const nullableMoment = nullableText.transform((text) => {
  const day = text?.slice(0, 10);
  const moment = new Date(`${day}T${text?.slice(11, 19) || '23:59:59'}-03:00`);
  return Number.isNaN(moment.getTime()) ? null : moment;
});

export const decodedQrSchema = z
  .object({
    pixKey: nullableText,
    value: nullableCents,
    totalValue: nullableCents,
    fine: nullableCents,
    interest: nullableCents,
    discount: nullableCents,
    conciliationIdentifier: nullableText,
    dueDate: nullableDate,
    expirationDate: nullableMoment,
    finality: nullableText,
    canBePaidWithDifferentValue: isTrue,
    // A provider that does not say so is asked by paying: it refuses.
    canBePaid: z
      .boolean()
      .nullish()
      .transform((can) => can ?? true),
    cannotBePaidReason: nullableLine,
    description: nullableLine,
    payer: z.object({ cpfCnpj: nullableText }).nullish(),
    receiver: z
      .object({
        ispb: nullableText,
        ispbName: nullableName,
        name: nullableName,
        tradingName: nullableName,
        cpfCnpj: nullableText,
      })
      .nullish(),
  })
  .transform(({ receiver, payer, ...code }) => ({
    key: code.pixKey,
    originalCents: code.value,
    totalCents: code.totalValue ?? code.value,
    fineCents: code.fine ?? 0,
    interestCents: code.interest ?? 0,
    discountCents: code.discount ?? 0,
    txid: code.conciliationIdentifier,
    dueOn: code.dueDate,
    expiresAt: code.expirationDate,
    finality: code.finality,
    isAmountFree: code.canBePaidWithDifferentValue,
    isPayable: code.canBePaid,
    whyNot: code.cannotBePaidReason,
    description: code.description,
    payerDocument: payer?.cpfCnpj ?? null,
    name: receiver?.name ?? receiver?.tradingName ?? null,
    document: receiver?.cpfCnpj ?? null,
    institution: receiver?.ispbName ?? null,
    ispb: receiver?.ispb ?? null,
  }));
export type DecodedQr = z.output<typeof decodedQrSchema>;

/** The provider keeps no reference of ours with a paid code: its description ends with the order's id. */
export const withReference = (description: string, externalReference: string, maxLength: number): string =>
  `${description.slice(0, maxLength - externalReference.length - 1)} ${externalReference}`;

export const referenceIn = (description: string | null | undefined): string | null =>
  description?.trim().split(' ').at(-1) || null;

/** Where a PIX begins that is sent as a transfer. */
const TRANSFER_ORIGINS = ['MANUAL', 'ADDRESS_KEY'];

/** A PIX that left an account. `isTransfer`: it was sent as one, and is listed there. */
export const pixDebitSchema = z
  .object({
    id,
    status: z.string().min(1),
    value: decimalSchema,
    refundedValue: nullableCents,
    endToEndIdentifier: nullableText,
    conciliationIdentifier: nullableText,
    description: nullableText,
    refusalReason: nullableText,
    transferId: nullableText,
    originType: nullableText,
    dateCreated: nullableDate,
    externalAccount: z.object({ name: nullableName, cpfCnpj: nullableText }).nullish(),
  })
  .transform(({ value, refundedValue, status, externalAccount: to, ...debit }) => ({
    id: debit.id,
    // What was given back whole is over; the transaction itself stays DONE.
    status: status === 'DONE' && refundedValue === value ? 'REFUNDED' : status,
    amountCents: value,
    externalReference: referenceIn(debit.description),
    endToEndId: debit.endToEndIdentifier,
    txid: debit.conciliationIdentifier,
    payee: to?.name ? { name: to.name, document: to.cpfCnpj } : null,
    failReason: debit.refusalReason,
    isTransfer: debit.transferId !== null || TRANSFER_ORIGINS.includes(debit.originType ?? ''),
    createdOn: debit.dateCreated,
  }));
export type PixDebit = z.output<typeof pixDebitSchema>;

export type NewCodePayment = {
  externalReference: string;
  payload: string;
  amountCents: number;
  description: string;
};
