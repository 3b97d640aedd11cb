import { z } from 'zod';
import { idempotencyKeySchema } from '#domain/account/transfer';
import { amountSchema, rateSchema, signedAmountSchema, termSchema } from '#domain/amount';
import { listSchema } from '#domain/list-schema';
import {
  cursorSchema,
  idSchema,
  listInput,
  optionalLimitSchema,
  searchSchema,
  sortSchema,
} from '#domain/page';
import { textSchema } from '#domain/text-schema';
import { STANDINGS } from './standing-words.ts';
import { isChassis, isPlate, isRenavam, normalPlate } from './vehicle.ts';
import {
  COLLATERAL_TYPES,
  CREDIT_LIMITS,
  DELAY_FILTERS,
  MAX_INSTALMENTS_PER_PAYMENT,
  PROPOSAL_STATUSES,
} from './words.ts';

const termMonthsSchema = termSchema(CREDIT_LIMITS.termMonths, 'Prazo deve estar entre 1 e 360 meses');

/** Comes out as '2.49', percent a month. */
const interestRateSchema = z
  .union([z.number(), z.string(), z.null()], { error: 'Taxa inválida' })
  .optional()
  .transform((value) => (String(value ?? '').trim() === '' ? undefined : (value ?? undefined)))
  .pipe(rateSchema(CREDIT_LIMITS.interestRate).optional());

const purposeSchema = textSchema(
  CREDIT_LIMITS.purpose.min,
  CREDIT_LIMITS.purpose.max,
  'Finalidade deve ter no mínimo 10 caracteres',
  'Finalidade deve ter no máximo 200 caracteres',
);

const collateralTypeSchema = z.enum(COLLATERAL_TYPES, { error: 'Selecione o tipo de garantia' });

const yearSchema = z
  .union([z.string(), z.number()], { error: 'Ano deve ter 4 dígitos' })
  .transform(String)
  .pipe(z.string().regex(/^\d{4}$/, { error: 'Ano deve ter 4 dígitos' }))
  .transform(Number);

const fixedLengthSchema = (normal: (text: string) => string, length: number, error: string) =>
  z.string({ error }).transform(normal).pipe(z.string().length(length, { error }));

export const simulateSchema = z.object({
  amount: amountSchema,
  termMonths: termMonthsSchema,
  hasCollateral: z.boolean({ error: 'Informe se há garantia' }).default(false),
  collateralType: collateralTypeSchema.optional(),
  collateralAnoFabricacao: yearSchema.optional(),
  interestRate: interestRateSchema,
});
export type SimulateInput = z.output<typeof simulateSchema>;

const casa = z.object({ type: z.literal('casa') });
const vehicle = z.object({
  type: z.enum(['moto', 'carro']),
  renavam: z
    .string({ error: 'RENAVAM deve ter 11 dígitos' })
    .trim()
    .regex(/^\d{11}$/, { error: 'RENAVAM deve ter 11 dígitos' })
    .refine(isRenavam, { error: 'RENAVAM inválido' }),
  plate: fixedLengthSchema(normalPlate, 7, 'Placa deve ter 7 caracteres').refine(isPlate, {
    error: 'Placa inválida',
  }),
  chassis: fixedLengthSchema((text) => text.trim().toUpperCase(), 17, 'Chassi deve ter 17 caracteres').refine(
    isChassis,
    { error: 'Chassi inválido' },
  ),
  madeYear: yearSchema,
  modelYear: yearSchema,
});

export type Collateral = z.output<typeof casa> | z.output<typeof vehicle>;

const COLLATERAL_FIELDS = {
  renavam: 'collateralRenavam',
  plate: 'collateralPlaca',
  chassis: 'collateralChassis',
  madeYear: 'collateralAnoFabricacao',
  modelYear: 'collateralAnoModelo',
} as const;

const sentProposalSchema = z.object({
  amount: amountSchema,
  termMonths: termMonthsSchema,
  purpose: purposeSchema,
  hasCollateral: z.boolean({ error: 'Informe se há garantia' }).default(false),
  collateralType: z.unknown().optional(),
  collateralRenavam: z.unknown().optional(),
  collateralPlaca: z.unknown().optional(),
  collateralChassis: z.unknown().optional(),
  collateralAnoFabricacao: z.unknown().optional(),
  collateralAnoModelo: z.unknown().optional(),
  idempotencyKey: idempotencyKeySchema,
});
type CollateralField = 'collateralType' | (typeof COLLATERAL_FIELDS)[keyof typeof COLLATERAL_FIELDS];
type Flat = { hasCollateral?: unknown } & Partial<Record<CollateralField, unknown>>;

function readCollateral(
  sent: Flat,
): { collateral: Collateral | null } | { problems: Map<CollateralField, string> } {
  if (sent.hasCollateral !== true) return { collateral: null };
  const type = collateralTypeSchema.safeParse(sent.collateralType);
  if (!type.success) return { problems: new Map([['collateralType', 'Selecione o tipo de garantia']]) };
  if (type.data === 'casa') return { collateral: { type: 'casa' } };
  const found = vehicle.safeParse({
    type: type.data,
    renavam: sent.collateralRenavam,
    plate: sent.collateralPlaca,
    chassis: sent.collateralChassis,
    madeYear: sent.collateralAnoFabricacao,
    modelYear: sent.collateralAnoModelo,
  });
  if (found.success) return { collateral: found.data };
  const problems = new Map<CollateralField, string>();
  for (const { path, message } of found.error.issues.toReversed())
    problems.set(COLLATERAL_FIELDS[String(path[0]) as keyof typeof COLLATERAL_FIELDS], message);
  return { problems };
}

function problemWith(field: CollateralField, sent: unknown): string | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  const read = readCollateral(sent);
  return 'problems' in read ? read.problems.get(field) : undefined;
}

/** Checked even if other fields are invalid, to report all errors together. */
const checkedProposalSchema = (
  ['collateralType', ...Object.values(COLLATERAL_FIELDS)] satisfies CollateralField[]
).reduce(
  (schema, field) =>
    schema.refine((sent) => problemWith(field, sent) === undefined, {
      path: [field],
      error: ({ input }) => problemWith(field, input),
      when: () => true,
    }),
  sentProposalSchema,
);

export const proposalSchema = checkedProposalSchema.transform((sent) => {
  const { amount, termMonths, purpose, idempotencyKey } = sent;
  const read = readCollateral(sent);
  return {
    amount,
    termMonths,
    purpose,
    idempotencyKey,
    collateral: 'collateral' in read ? read.collateral : null,
  };
});
export type ProposalInput = z.output<typeof proposalSchema>;

export const approveSchema = z.object({ id: idSchema, interestRate: interestRateSchema });

export const rejectSchema = z.object({
  id: idSchema,
  reason: textSchema(3, 500, 'Motivo é obrigatório', 'Motivo deve ter no máximo 500 caracteres'),
});

export const answerReviewSchema = z.object({
  id: idSchema,
  text: textSchema(3, 500, 'Conclusão é obrigatória', 'Conclusão deve ter no máximo 500 caracteres'),
});

/** The total shown to the payer, in cents; refused if it has changed. May be zero. */
const shownTotalSchema = signedAmountSchema.optional();

export const payInstalmentSchema = z.object({
  id: idSchema,
  total: shownTotalSchema,
  idempotencyKey: idempotencyKeySchema,
});
export type PayInstalmentInput = z.output<typeof payInstalmentSchema>;

export const payInstalmentsSchema = z.object({
  ids: listSchema(idSchema, MAX_INSTALMENTS_PER_PAYMENT, {
    error: 'Selecione as parcelas',
    tooMany: `Pague no máximo ${MAX_INSTALMENTS_PER_PAYMENT} parcelas de cada vez`,
  }).refine((ids) => ids.length > 0, { error: 'Selecione as parcelas' }),
  total: shownTotalSchema,
  idempotencyKey: idempotencyKeySchema,
});
export type PayInstalmentsInput = z.output<typeof payInstalmentsSchema>;

/** `q` searches customer and purpose; `undecided` awaits a decision, `granted` was approved, `review` an open review. */
export const proposalListSchema = listInput({
  sort: sortSchema('amount'),
  q: searchSchema,
  status: z
    .enum([...PROPOSAL_STATUSES, 'undecided', 'granted', 'review'], { error: 'Situação inválida' })
    .optional(),
});
export type ProposalListInput = z.output<typeof proposalListSchema>;

export const schedulesSchema = z
  .object({ proposalId: idSchema.optional(), cursor: cursorSchema, limit: optionalLimitSchema })
  .prefault({});
export type SchedulesInput = z.output<typeof schedulesSchema>;

export const operationListSchema = listInput({
  sort: sortSchema('amount', 'dueDate'),
  q: searchSchema,
  status: z.enum(STANDINGS, { error: 'Situação inválida' }).optional(),
  delay: z
    .union([z.number(), z.string()], { error: 'Atraso inválido' })
    .transform((delay) => (delay === 'new' || delay === 'today' ? delay : Number(delay)))
    .pipe(z.literal([...DELAY_FILTERS], { error: 'Atraso inválido' }))
    .optional(),
});
export type OperationListInput = z.output<typeof operationListSchema>;
