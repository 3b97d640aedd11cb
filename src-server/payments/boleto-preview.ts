import { z } from 'zod';
import { bankName } from '#domain/account/bank-names';
import { type Boleto, readBoleto } from '#domain/account/boleto';
import type { BoletoPreviewInput } from '#domain/account/boleto-input';
import { boletoFaultText } from '#domain/account/boleto-line';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { maskDocument } from '#domain/tax-id';
import { moneySchema } from '#server/account/shapes';
import type { SignedInContext } from '#server/kernel/context';
import { countBankCalls } from '#server/onboarding/count-bank-calls';
import { answerOf } from '#server/provider/answer-of';
import type { SimulatedBill } from '#server/provider/money-shapes';
import { isTooMany, type Outcome } from '#server/provider/outcome';

/**
 * `amount`: due today, null if unknown. `beneficiary` null and `isConfirmed` false while the provider does not answer.
 */
export const boletoSchema = z.object({
  kind: z.enum(['bank', 'utility']),
  line: z.string(),
  barcode: z.string(),
  bank: z.object({ code: z.string(), name: z.string() }).nullable(),
  beneficiary: z.string().nullable(),
  beneficiaryDocument: z.string().nullable(),
  amount: moneySchema.nullable(),
  originalAmount: moneySchema.nullable(),
  fine: moneySchema,
  interest: moneySchema,
  discount: moneySchema,
  dueDate: z.iso.date().nullable(),
  overdue: z.boolean(),
  isConfirmed: z.boolean(),
});
export type BoletoAnswer = z.infer<typeof boletoSchema>;

/**
 * From the line alone while the provider does not answer, or a share of its quota is used up, the network's or that of all. Refuses VALIDATION,
 * PROVIDER_REFUSED, PROVIDER_FAILED, TOO_MANY_ATTEMPTS.
 */
export async function previewBoleto(
  ctx: SignedInContext,
  { line }: BoletoPreviewInput,
): Promise<BoletoAnswer> {
  const boleto = boletoOf(ctx, line);
  const asked = await registered(ctx, boleto.line);
  const isSilent = asked.kind === 'unreached' || asked.kind === 'unknown' || isTooMany(asked);
  return toAnswer(boleto, isSilent ? null : answerOf(asked), ctx.clock.today());
}

async function registered(ctx: SignedInContext, line: string): Promise<Outcome<SimulatedBill>> {
  if ((await countBankCalls(ctx, 'preview')) !== null) return { kind: 'unreached' };
  return ctx.provider.root.simulateBill(line);
}

/** Parses a line on the bank's day. Refuses VALIDATION, naming the wrong block. */
export function boletoOf(ctx: Pick<SignedInContext, 'clock'>, line: string): Boleto {
  const reading = readBoleto(line, ctx.clock.today());
  if (!reading.ok) refuse('VALIDATION', { fields: { line: boletoFaultText(reading.fault, line) } });
  return reading.boleto;
}

function toAnswer(boleto: Boleto, known: SimulatedBill | null, today: string): BoletoAnswer {
  const ofLine = amountOfLine(boleto);
  const amountCents = known ? known.amountCents : ofLine;
  const dueDate = known?.dueOn ?? (boleto.kind === 'bank' ? boleto.dueOn : null);
  const bankCode = boleto.kind === 'bank' ? boleto.bankCode : null;
  return {
    kind: boleto.kind,
    line: boleto.line,
    barcode: boleto.barcode,
    bank: bankCode === null ? null : { code: bankCode, name: bankName(bankCode) },
    beneficiary: known?.beneficiaryName ?? null,
    beneficiaryDocument: known?.beneficiaryDocument ? maskDocument(known.beneficiaryDocument) : null,
    amount: amountCents === null ? null : toDecimal(amountCents),
    originalAmount: orNull(known?.originalCents ?? ofLine),
    fine: toDecimal(known?.fineCents ?? 0),
    interest: toDecimal(known?.interestCents ?? 0),
    discount: toDecimal(known?.discountCents ?? 0),
    dueDate,
    overdue: known ? known.isOverdue : dueDate !== null && dueDate < today,
    isConfirmed: known !== null,
  };
}

const orNull = (cents: number | null): string | null => (cents === null ? null : toDecimal(cents));

function amountOfLine(boleto: Boleto): number | null {
  if (boleto.kind === 'utility' && !boleto.hasEffectiveValue) return null;
  return boleto.amountCents || null;
}
