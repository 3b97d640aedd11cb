import { z } from 'zod';
import { DIRECTIONS } from '#domain/account/statement';
import { amountSchema } from '#domain/amount';
import { daySchema } from '#domain/day-schema';
import { LEDGER_TYPES } from '#domain/ledger/words';
import { flagSchema, listInput, searchSchema, sortSchema } from '#domain/page';

/** `customers` includes external accounts; `gates` is EXTERNAL_FLOW_ACCOUNT. */
export const LEDGER_SIDES = ['customers', 'bank', 'gates', 'all'] as const;

/** `q` searches descriptions, holders (name or document) and account numbers, or is a transaction id; amounts are in cents. */
const ledgerFilters = {
  q: searchSchema,
  side: z.enum(LEDGER_SIDES, { error: 'Lado inválido' }).default('customers'),
  type: z.enum(LEDGER_TYPES, { error: 'Tipo inválido' }).optional(),
  direction: z.enum(DIRECTIONS, { error: 'Direção inválida' }).optional(),
  from: daySchema('Data inicial inválida').optional(),
  to: daySchema('Data final inválida').optional(),
  least: amountSchema.optional(),
  most: amountSchema.optional(),
};

/** `totals` false omits the sums, which only the first page needs. */
export const ledgerListSchema = listInput({
  ...ledgerFilters,
  totals: flagSchema,
  sort: sortSchema(),
});
export type LedgerListInput = z.output<typeof ledgerListSchema>;

export const ledgerExportSchema = z.object(ledgerFilters);
export type LedgerFilters = z.output<typeof ledgerExportSchema>;
