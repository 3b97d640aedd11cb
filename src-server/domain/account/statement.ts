import { z } from 'zod';
import { COST_REASONS } from '#domain/account/cost';
import { daySchema, monthSchema } from '#domain/day-schema';
import { FLOWS, MOVEMENT_KINDS } from '#domain/ledger/flow';
import { TRANSACTION_TYPES, type TransactionType } from '#domain/ledger/words';
import { flagSchema, idSchema, pageFields } from '#domain/page';

export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const STATEMENT_ACCOUNTS = ['all', 'checking', 'external', 'investment'] as const;
export type StatementAccount = (typeof STATEMENT_ACCOUNTS)[number];

/** `movements`: one row for each movement; a reversal joins what it reversed, an own move has one row. */
export const STATEMENT_VIEWS = ['entries', 'movements'] as const;
export type StatementView = (typeof STATEMENT_VIEWS)[number];

export const EXPORT_FORMATS = ['csv', 'ofx', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** `any`: all costs. */
export const COST_FILTERS = ['any', ...COST_REASONS] as const;
export type CostFilter = (typeof COST_FILTERS)[number];

const LONGEST_COUNTERPARTY = 250;

/** About a hundred pages. */
export const MAX_PDF_ENTRIES = 5_000;

export type StatementLine = {
  transactionId: string;
  type: TransactionType;
  description: string;
  /** Positive: credit; negative: debit. */
  amountCents: number;
  balanceAfterCents: number;
  createdAt: Date;
  counterparty: { name: string; document: string } | null;
};

/** Days are 'YYYY-MM-DD' in the bank's calendar, both included; `q` searches descriptions. */
export const statementSchema = z.object({
  /** Without it: all but `external`, the account at the payment provider. */
  account: z.enum(STATEMENT_ACCOUNTS, { error: 'Conta inválida' }).optional(),
  accountId: idSchema.optional(),
  from: daySchema('Data inicial inválida').optional(),
  to: daySchema('Data final inválida').optional(),
  q: z
    .string({ error: 'Busca inválida' })
    .trim()
    .max(100, { error: 'Busca deve ter no máximo 100 caracteres' })
    .optional()
    .transform((text) => text || undefined),
  type: z.enum(TRANSACTION_TYPES, { error: 'Tipo inválido' }).optional(),
  kind: z.enum(MOVEMENT_KINDS, { error: 'Tipo inválido' }).optional(),
  /** With `view=movements`, own moves, loans paid out and what was reversed are neither 'in' nor 'out'. */
  direction: z.enum(DIRECTIONS, { error: 'Direção inválida' }).optional(),
  view: z.enum(STATEMENT_VIEWS, { error: 'Visão inválida' }).optional(),
  /** How it counts in the figures of a month. */
  flow: z.enum(FLOWS, { error: 'Efeito inválido' }).optional(),
  cost: z.enum(COST_FILTERS, { error: 'Custo inválido' }).optional(),
  /** As `counterpartyKey` writes it. */
  counterparty: z
    .string({ error: 'Pessoa inválida' })
    .max(LONGEST_COUNTERPARTY, { error: 'Pessoa inválida' })
    .optional(),
  transactionId: idSchema.optional(),
  ...pageFields,
  withDayBalances: flagSchema,
});
export type StatementInput = z.output<typeof statementSchema>;

export const statementTotalSchema = statementSchema.omit({
  q: true,
  cursor: true,
  limit: true,
  withDayBalances: true,
});
export type StatementTotalInput = z.output<typeof statementTotalSchema>;

export const exportSchema = statementSchema
  .omit({ cursor: true, limit: true, withDayBalances: true })
  .extend({ format: z.enum(EXPORT_FORMATS, { error: 'Formato inválido' }) });
export type ExportInput = z.output<typeof exportSchema>;

export const monthSummarySchema = z.object({
  month: monthSchema('Mês inválido').optional(),
});
export type MonthSummaryInput = z.output<typeof monthSummarySchema>;
