import { z } from 'zod';
import { parseDecimal } from '#domain/money';
import type { Call } from './call.ts';
import { idSchema, isTrue, nullableText, toNumber } from './fields.ts';
import { paymentSchema } from './money-shapes.ts';
import { mapped } from './outcome.ts';
import { allPages, findByReference } from './pages.ts';

const PAGE = 100;

/** A charge as the provider lists it among the payments. */
const chargeSchema = z
  .object({ id: idSchema, externalReference: nullableText, deleted: isTrue })
  .transform(({ deleted, ...charge }) => ({ ...charge, isDeleted: deleted }));
export type ProviderCharge = z.output<typeof chargeSchema>;

/** It can be paid until 12 months after the due date. */
const chargeCodeSchema = z.object({ payload: z.string().min(1).max(512) });

/** Decimal text, in reais or percent. */
type Rated = { isPercent: boolean; value: string };

export type NewCharge = {
  externalReference: string;
  customerId: string;
  amountCents: number;
  description: string;
  dueOn: string;
  fine: Rated | null;
  /** Percent a month. */
  interest: string | null;
  discount: (Rated & { daysBefore: number }) | null;
};

const decimal = (text: string): number => toNumber(parseDecimal(text) ?? 0);

const rated = ({ isPercent, value }: Rated) => ({
  value: decimal(value),
  type: isPercent ? 'PERCENTAGE' : 'FIXED',
});

/** Charges with dynamic PIX codes. Whoever knows a code may pay it; the provider wants a customer all the same. */
export const chargeCalls = (call: Call) => ({
  createCharge: ({ customerId, amountCents, dueOn, fine, interest, discount, ...charge }: NewCharge) =>
    call({
      method: 'POST',
      path: '/v3/payments',
      body: {
        ...charge,
        customer: customerId,
        billingType: 'PIX',
        value: toNumber(amountCents),
        dueDate: dueOn,
        ...(fine && { fine: rated(fine) }),
        ...(interest !== null && { interest: { value: decimal(interest) } }),
        ...(discount && { discount: { ...rated(discount), dueDateLimitDays: discount.daysBefore } }),
      },
      answer: chargeSchema,
    }),

  chargeByReference: (externalReference: string) =>
    findByReference(
      call,
      { path: '/v3/payments', query: { externalReference }, item: chargeSchema, pageSize: PAGE },
      externalReference,
    ),

  chargeCode: async (id: string) =>
    mapped(
      await call({
        method: 'GET',
        path: '/v3/payments/{id}/pixQrCode',
        parts: { id },
        answer: chargeCodeSchema,
      }),
      ({ payload }) => payload,
    ),

  /** Refused once it was paid. */
  removeCharge: (id: string) =>
    call({
      method: 'DELETE',
      path: '/v3/payments/{id}',
      parts: { id },
      answer: z.object({ deleted: z.literal(true) }),
    }),

  /** Charges among them were made earlier. */
  paymentsPaid: (since: string) =>
    allPages(call, {
      path: '/v3/payments',
      query: { 'paymentDate[ge]': since },
      item: paymentSchema,
      pageSize: PAGE,
    }),
});
