import { asc, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { type ChargeTerms, chargeAmounts, countedDay, statusAt } from '#domain/charge/terms';
import { CHARGE_KINDS, CHARGE_STATUSES, RATE_MODES } from '#domain/charge/words';
import { toDecimal } from '#domain/money';
import type { ChargeAmounts } from '#domain/pix/dated-charge';
import { addressOf } from '#domain/places';
import { refuse } from '#domain/refusal';
import { moneySchema } from '#server/account/shapes';
import type { SignedInContext } from '#server/kernel/context';
import { backWithPayer } from './back-with-payer.ts';
import { type ChargeRow, chargedOf, findCharge, termsOfRow } from './charge-row.ts';

const moment = z.iso.datetime();
const rateSchema = z.object({ mode: z.enum(RATE_MODES), value: z.string() });

/** `interest`: percent a month. */
const termsShape = {
  fine: rateSchema.nullable(),
  interest: z.string().nullable(),
  discount: rateSchema.extend({ daysBefore: z.int() }).nullable(),
};

/** What it costs today, and of which parts; of one that is over, on that day. */
export const amountsSchema = z.object({
  total: moneySchema,
  original: moneySchema,
  discount: moneySchema,
  fine: moneySchema,
  interest: moneySchema,
});

/**
 * `expiresAt`: from then on it cannot be paid. `paidAmount`, `paidAt`, `payerName`: of its first payment; `returnedAmount`: what of that is back with
 * its payer.
 */
const listedShape = {
  id: z.string(),
  kind: z.enum(CHARGE_KINDS),
  status: z.enum(CHARGE_STATUSES),
  amount: moneySchema,
  description: z.string(),
  dueDate: z.iso.date().nullable(),
  expiresAt: moment,
  url: z.string(),
  paidAmount: moneySchema.nullable(),
  returnedAmount: moneySchema.nullable(),
  paidAt: moment.nullable(),
  payerName: z.string().nullable(),
  createdAt: moment,
};
export const listedChargeSchema = z.object(listedShape);
export type ListedCharge = z.output<typeof listedChargeSchema>;

/**
 * `payload`: the copia-e-cola text, null until the provider has confirmed it. `isCodeRemoved`: the provider has confirmed that nobody can pay it any
 * more. `payments`: more than one if it was paid again.
 */
export const chargeSchema = z.object({
  ...listedShape,
  ...termsShape,
  validDays: z.int(),
  payload: z.string().nullable(),
  txid: z.string().nullable(),
  isCodeRemoved: z.boolean(),
  today: amountsSchema,
  failReason: z.string().nullable(),
  concludedAt: moment.nullable(),
  /** Of which `payments` are the first. */
  paymentCount: z.int(),
  payments: z.array(
    z.object({
      transactionId: z.string(),
      amount: moneySchema,
      returned: moneySchema,
      payerName: z.string().nullable(),
      createdAt: moment,
    }),
  ),
});
export type ChargeAnswer = z.output<typeof chargeSchema>;

export const toAmounts = (amounts: ChargeAmounts): z.output<typeof amountsSchema> => ({
  total: toDecimal(amounts.totalCents),
  original: toDecimal(amounts.originalCents),
  discount: toDecimal(amounts.discountCents),
  fine: toDecimal(amounts.fineCents),
  interest: toDecimal(amounts.interestCents),
});

/** The first payment of a charge. */
export type Paid = { amountCents: number; returnedCents: number; payerName: string | null; createdAt: Date };
type Told = Pick<SignedInContext, 'clock' | 'env'>;

export const toListed = (
  { clock, env }: Told,
  row: Omit<ChargeRow, 'terms'>,
  paid: Paid | null,
): ListedCharge => ({
  id: row.id,
  kind: row.kind,
  status: statusAt(row, clock.now()),
  amount: toDecimal(row.amountCents),
  description: row.description,
  dueDate: row.dueOn,
  expiresAt: row.endsAt.toISOString(),
  url: `${env.APP_ORIGIN}${addressOf('/cobrar/$code', {}, { code: row.publicId })}`,
  paidAmount: paid && toDecimal(paid.amountCents),
  returnedAmount: paid && toDecimal(paid.returnedCents),
  paidAt: paid?.createdAt.toISOString() ?? null,
  payerName: paid?.payerName ?? null,
  createdAt: row.createdAt.toISOString(),
});

/** One charge of the caller. Refuses NOT_FOUND. */
export async function getCharge(ctx: SignedInContext, { id }: { id: string }): Promise<ChargeAnswer> {
  const row = await findCharge(ctx.db, ctx.user.id, id);
  return row ? answerOfRow(ctx, row) : refuse('NOT_FOUND');
}

export async function answerOfRow(ctx: SignedInContext, row: ChargeRow): Promise<ChargeAnswer> {
  const payments = await paymentsOf(ctx.db, row.id);
  const terms: ChargeTerms = termsOfRow(row);
  return {
    ...toListed(ctx, row, payments[0] ?? null),
    ...terms,
    validDays: row.validDays,
    payload: row.payload,
    txid: row.txid,
    isCodeRemoved: (row.status === 'expired' || row.status === 'cancelled') && row.nextLookAt === null,
    today: toAmounts(chargeAmounts(chargedOf(row), countedDay(row, ctx.clock.now()))),
    failReason: row.failReason,
    concludedAt: row.concludedAt?.toISOString() ?? null,
    paymentCount: payments.length < SHOWN ? payments.length : await countPayments(ctx.db, row.id),
    payments: payments.map(({ amountCents, returnedCents, createdAt, ...payment }) => ({
      ...payment,
      amount: toDecimal(amountCents),
      returned: toDecimal(returnedCents),
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** How many payments are shown: a code may be paid any number of times, and the statement has all. */
const SHOWN = 100;

const countPayments = (on: Reader, chargeId: string): Promise<number> =>
  on.$count(on.tables.chargePayments, eq(on.tables.chargePayments.chargeId, chargeId));

/** The first ones, oldest first. `transactionId`: as the customer's statement has it, also if the bank held it first. */
async function paymentsOf(on: Reader, chargeId: string) {
  const { chargePayments: payments, incomingPayments: incoming } = on.tables;
  const rows = await on
    .select({
      ...columnsOf(payments, 'providerId', 'transactionId', 'amountCents', 'payerName', 'createdAt'),
      receivedIn: incoming.transactionId,
    })
    .from(payments)
    .leftJoin(incoming, eq(incoming.providerId, payments.providerId))
    .where(eq(payments.chargeId, chargeId))
    .orderBy(asc(payments.createdAt), desc(payments.providerId))
    .limit(SHOWN);
  const back = await backWithPayer(on, rows);
  return rows.map(({ receivedIn, providerId, ...row }) => ({
    ...row,
    transactionId: receivedIn ?? row.transactionId,
    returnedCents: back.get(providerId) ?? 0,
  }));
}
