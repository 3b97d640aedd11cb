import { z } from 'zod';
import { DIRECTIONS } from '#domain/account/statement';
import { amountSchema } from '#domain/amount';
import { daySchema } from '#domain/day-schema';
import { TRANSACTION_TYPES } from '#domain/ledger/words';
import { flagSchema, pageFields, searchSchema, sortSchema } from '#domain/page';

/**
 * Whose entries: customers' accounts (the external ones too), the bank's own, those of the bank's through which money comes from
 * outside and leaves, or both sides of every transaction.
 */
export const LEDGER_SIDES = ['customers', 'bank', 'gates', 'all'] as const;
export type LedgerSide = (typeof LEDGER_SIDES)[number];

/**
 * What of the ledger an administrator asks for. `q` looks in descriptions, holders' names and account numbers, and is a whole
 * transaction id; days are the bank's, both ends included; amounts are cents, of the entry.
 */
const ledgerFilters = {
  q: searchSchema,
  side: z.enum(LEDGER_SIDES, { error: 'Lado inválido' }).default('customers'),
  type: z.enum(TRANSACTION_TYPES, { error: 'Tipo inválido' }).optional(),
  direction: z.enum(DIRECTIONS, { error: 'Direção inválida' }).optional(),
  from: daySchema('Data inicial inválida').optional(),
  to: daySchema('Data final inválida').optional(),
  least: amountSchema.optional(),
  most: amountSchema.optional(),
};

/** A page of the ledger; `totals` false leaves the sums out, for every page but the first. */
export const ledgerListSchema = z.object({
  ...ledgerFilters,
  totals: flagSchema,
  sort: sortSchema(),
  ...pageFields,
});
export type LedgerListInput = z.output<typeof ledgerListSchema>;

/** The same as a file: everything that matches. */
export const ledgerExportSchema = z.object(ledgerFilters);
export type LedgerFilters = z.output<typeof ledgerExportSchema>;
