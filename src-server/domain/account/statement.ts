import { z } from 'zod';
import { daySchema, monthSchema } from '#domain/day-schema';
import { TRANSACTION_TYPES, type TransactionType } from '#domain/ledger/words';
import { idSchema, pageFields } from '#domain/page';

/** What moved: in = money came into the account, out = money left it. */
export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A statement as a file: a table for spreadsheets, what accounting programs import, or pages to print. */
export const EXPORT_FORMATS = ['csv', 'ofx', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The most entries that a PDF has: about a hundred pages. */
export const MAX_PDF_ENTRIES = 5_000;

/** One line of a statement, whatever it is written to. */
export type StatementLine = {
  transactionId: string;
  type: TransactionType;
  description: string;
  /** Signed: what the account gained (+) or lost (−). */
  amountCents: number;
  balanceAfterCents: number;
  createdAt: Date;
  counterparty: { name: string; document: string } | null;
};

/** Filters of a statement; days are 'YYYY-MM-DD' on the bank's calendar, both ends included; `q` looks in descriptions. */
export const statementSchema = z.object({
  /** `external`: the pot at the payment provider, which is in no other statement. */
  account: z.enum(['external'], { error: 'Conta inválida' }).optional(),
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
  direction: z.enum(DIRECTIONS, { error: 'Direção inválida' }).optional(),
  ...pageFields,
  /** Also the balances at the end of the days that the page shows. */
  withDayBalances: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .optional(),
});
export type StatementInput = z.output<typeof statementSchema>;

/** The filters of a statement and the form of the file: everything they match is in it. */
export const exportSchema = statementSchema
  .omit({ account: true, cursor: true, limit: true, withDayBalances: true })
  .extend({ format: z.enum(EXPORT_FORMATS, { error: 'Formato inválido' }) });
export type ExportInput = z.output<typeof exportSchema>;

/** The month of a summary, 'YYYY-MM'; none: the month of the bank's date. */
export const monthSummarySchema = z.object({
  month: monthSchema('Mês inválido').optional(),
});
export type MonthSummaryInput = z.output<typeof monthSummarySchema>;
