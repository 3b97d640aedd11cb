import { z } from 'zod';
import type { PixKeyType } from '#domain/pix/key';
import {
  decimalSchema,
  idSchema as id,
  isTrue,
  nullableCents,
  nullableDate,
  nullableName,
  nullableText,
  textList,
} from './fields.ts';

/** Any text: an unknown status must not make a whole list unreadable; `meaningOf` treats it as pending. */
const status = z.string().min(1);

/** The PIX payee as in the directory; null for a transfer between accounts at the provider. */
const receivingAccount = z
  .object({ ownerName: nullableName, cpfCnpj: nullableText })
  .nullish()
  .transform((account) =>
    account?.ownerName ? { name: account.ownerName, document: account.cpfCnpj } : null,
  );

export const transferSchema = z
  .object({
    id,
    status,
    value: decimalSchema,
    externalReference: nullableText,
    endToEndIdentifier: nullableText,
    failReason: nullableText,
    bankAccount: receivingAccount,
    dateCreated: nullableDate,
    effectiveDate: nullableDate,
  })
  .transform(({ value, endToEndIdentifier, bankAccount, dateCreated, effectiveDate, ...rest }) => ({
    ...rest,
    payee: bankAccount,
    amountCents: value,
    endToEndId: endToEndIdentifier,
    createdOn: dateCreated,
    effectiveOn: effectiveDate,
  }));
export type ProviderTransfer = z.output<typeof transferSchema>;

export const simulatedBillSchema = z
  .object({
    minimumScheduleDate: nullableDate,
    fee: nullableCents,
    bankSlipInfo: z.object({
      identificationField: nullableText,
      value: nullableCents,
      dueDate: nullableDate,
      companyName: nullableName,
      bank: nullableText,
      beneficiaryName: nullableName,
      beneficiaryCpfCnpj: nullableText,
      originalValue: nullableCents,
      discountValue: nullableCents,
      interestValue: nullableCents,
      fineValue: nullableCents,
      isOverdue: isTrue,
    }),
  })
  .transform(({ minimumScheduleDate, fee, bankSlipInfo: info }) => ({
    line: info.identificationField,
    amountCents: info.value,
    originalCents: info.originalValue,
    discountCents: info.discountValue,
    interestCents: info.interestValue,
    fineCents: info.fineValue,
    feeCents: fee,
    dueOn: info.dueDate,
    isOverdue: info.isOverdue,
    beneficiaryName: info.beneficiaryName ?? info.companyName,
    beneficiaryDocument: info.beneficiaryCpfCnpj,
    bankCode: info.bank,
    payableFrom: minimumScheduleDate,
  }));
export type SimulatedBill = z.output<typeof simulatedBillSchema>;

export const billSchema = z
  .object({
    id,
    status,
    value: decimalSchema,
    fee: nullableCents,
    externalReference: nullableText,
    identificationField: nullableText,
    failReasons: textList,
    dateCreated: nullableDate,
    paymentDate: nullableDate,
  })
  .transform(({ value, fee, identificationField, failReasons, dateCreated, paymentDate, ...rest }) => ({
    ...rest,
    amountCents: value,
    feeCents: fee,
    line: identificationField,
    failReason: failReasons.join('; ') || null,
    createdOn: dateCreated,
    paidOn: paymentDate,
  }));
export type ProviderBill = z.output<typeof billSchema>;

export const paymentSchema = z
  .object({
    id,
    status,
    billingType: nullableText,
    value: decimalSchema,
    netValue: nullableCents,
    description: nullableText,
    externalReference: nullableText,
    pixQrCodeId: nullableText,
    pixTransaction: z
      .union([
        z.string().transform(() => null),
        z.object({
          endToEndIdentifier: nullableText,
          conciliationIdentifier: nullableText,
          payer: z.object({ name: nullableName, cpfCnpj: nullableText }).nullish(),
        }),
      ])
      .nullish(),
    refunds: z
      .array(
        z
          .object({
            status: nullableText,
            value: nullableCents,
            description: nullableText,
            endToEndIdentifier: nullableText,
          })
          .transform(({ status: is, value, endToEndIdentifier, ...rest }) => ({
            ...rest,
            status: is ?? '',
            amountCents: value ?? 0,
            endToEndId: endToEndIdentifier,
          })),
      )
      .nullish()
      .transform((all) => all ?? []),
    deleted: isTrue,
    dateCreated: nullableDate,
    paymentDate: nullableDate,
  })
  .transform(({ value, netValue, deleted, pixTransaction, dateCreated, paymentDate, ...rest }) => ({
    ...rest,
    amountCents: value,
    netCents: netValue,
    isDeleted: deleted,
    txid: pixTransaction?.conciliationIdentifier ?? null,
    endToEndId: pixTransaction?.endToEndIdentifier ?? null,
    payerName: pixTransaction?.payer?.name ?? null,
    payerDocument: pixTransaction?.payer?.cpfCnpj ?? null,
    createdOn: dateCreated,
    paidOn: paymentDate,
  }));
/** An incoming payment; credited once the status is RECEIVED. */
export type ProviderPayment = z.output<typeof paymentSchema>;

/** A PIX transaction of the type DEBIT_REFUND: money that came back to a payer. */
export const pixReturnSchema = z
  .object({
    id,
    status,
    value: decimalSchema,
    endToEndIdentifier: nullableText,
    originalTransaction: z.object({ endToEndIdentifier: nullableText }).nullish(),
    dateCreated: nullableDate,
    externalAccount: z.object({ name: nullableName, cpfCnpj: nullableText }).nullish(),
  })
  .transform(
    ({
      id: own,
      status: is,
      value,
      endToEndIdentifier,
      originalTransaction,
      externalAccount,
      dateCreated,
    }) => ({
      id: own,
      status: is,
      amountCents: value,
      endToEndId: endToEndIdentifier,
      originalEndToEndId: originalTransaction?.endToEndIdentifier ?? null,
      createdOn: dateCreated,
      fromName: externalAccount?.name ?? null,
      fromDocument: externalAccount?.cpfCnpj ?? null,
    }),
  );
export type ProviderPixReturn = z.output<typeof pixReturnSchema>;

export type TransferTarget = { pixKey: string; pixKeyType: PixKeyType } | { walletId: string };

export type NewTransfer = {
  externalReference: string;
  amountCents: number;
  description: string;
  to: TransferTarget;
};

export type NewBill = { externalReference: string; line: string; amountCents: number; description: string };
