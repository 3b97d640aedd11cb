import { z } from 'zod';
import type { StatementLine } from '#domain/account/statement';
import { MOVEMENT_KINDS } from '#domain/ledger/flow';
import { ACCOUNT_TYPES, TRANSACTION_TYPES } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { maskDocument } from '#domain/tax-id';
import { pageSchema } from '#server/kernel/keyset';
import type { StatementEntry } from '#server/ledger/statement-rows';

export const moneySchema = z.string().regex(/^-?\d+\.\d{2}$/);

export const accountSchema = z.object({
  id: z.string(),
  userId: z.string(),
  accountNumber: z.string(),
  accountType: z.enum(ACCOUNT_TYPES).exclude(['external', 'held', 'bank']),
  balance: moneySchema,
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  holder: z.object({ id: z.string(), name: z.string() }).optional(),
  inactiveReason: z.string().nullable().optional(),
});
export type Account = z.infer<typeof accountSchema>;

/** `totals` cover all pages. */
export const accountPageSchema = pageSchema({
  accounts: z.array(accountSchema),
  totals: z.object({ count: z.int(), balance: moneySchema }),
});
export type AccountPage = z.infer<typeof accountPageSchema>;

/** All that one customer sees of another. */
export const partySchema = z.object({ name: z.string(), document: z.string() });
export type Party = z.infer<typeof partySchema>;

export const holderSchema = partySchema.extend({ accountNumber: z.string() });
export type Holder = z.infer<typeof holderSchema>;

/** `amount` is positive; `isDebit`: money left the account. */
export const entrySchema = z.object({
  id: z.string(),
  accountId: z.string(),
  transactionId: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  description: z.string(),
  amount: moneySchema,
  isDebit: z.boolean(),
  balanceAfter: moneySchema,
  createdAt: z.iso.datetime(),
  /** Parties outside the bank have no account number. */
  counterparty: holderSchema.extend({ accountNumber: z.string().nullable() }).nullable(),
});
export type Entry = z.infer<typeof entrySchema>;

/** `isNeutral`: neither income nor expense. `reversal`: what undid it; null if nothing did. */
export const movementSchema = entrySchema.extend({
  accountType: z.enum(ACCOUNT_TYPES).exclude(['bank']),
  kind: z.enum(MOVEMENT_KINDS),
  isNeutral: z.boolean(),
  reversal: z.object({ transactionId: z.string(), createdAt: z.iso.datetime() }).nullable(),
});
export type Movement = z.infer<typeof movementSchema>;

/** `dayBalances`, on request: total balance at the end of each day shown. */
export const statementAnswerSchema = pageSchema({
  entries: z.array(movementSchema),
  dayBalances: z.array(z.object({ day: z.iso.date(), balance: moneySchema })).optional(),
});
export type StatementAnswer = z.infer<typeof statementAnswerSchema>;

export const transferAnswerSchema = z.object({
  id: z.string(),
  type: z.literal('transfer'),
  status: z.enum(['done', 'processing', 'failed', 'held']),
  /** When a payment that is held will be made, or is given back if nobody has reviewed it. */
  releaseAt: z.iso.datetime().optional(),
  /** Why the bank reviews a payment that is held; null: it does not. */
  inReview: z.string().nullable().optional(),
  amount: moneySchema,
  description: z.string(),
  from: holderSchema,
  to: holderSchema,
  balanceAfter: moneySchema,
  authCode: z.string(),
  endToEndId: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type TransferAnswer = z.infer<typeof transferAnswerSchema>;

/** `neutral`: loans paid out, own moves under way and reversals. Opening + net + neutral = closing. */
export const monthSummaryAnswerSchema = z.object({
  month: z.string(),
  opening: moneySchema,
  income: moneySchema,
  expense: moneySchema,
  net: moneySchema,
  neutral: moneySchema,
  closing: moneySchema,
});
export type MonthSummary = z.infer<typeof monthSummaryAnswerSchema>;

/** General postal codes have neither street nor neighbourhood. */
export const postalAddressSchema = z.object({
  logradouro: z.string(),
  bairro: z.string(),
  localidade: z.string(),
  uf: z.string(),
});
export type PostalAddress = z.infer<typeof postalAddressSchema>;

export function toParty(user: { fullName: string; cpf: string | null; cnpj: string | null }): Party {
  return { name: user.fullName, document: maskDocument(user.cpf ?? user.cnpj ?? '') };
}

type EntryLine = StatementLine & Pick<StatementEntry, 'accountId' | 'seq' | 'counterparty'>;

export function toEntry(line: EntryLine): Entry {
  return {
    id: `${line.accountId}:${line.seq}`,
    accountId: line.accountId,
    transactionId: line.transactionId,
    type: line.type,
    description: line.description,
    amount: toDecimal(Math.abs(line.amountCents)),
    isDebit: line.amountCents < 0,
    balanceAfter: toDecimal(line.balanceAfterCents),
    createdAt: line.createdAt.toISOString(),
    counterparty: line.counterparty,
  };
}

export function toMovement(line: StatementEntry): Movement {
  const { accountType, kind, isNeutral, reversalId, reversedAt } = line;
  if (accountType === 'bank') throw new Error(`entry ${line.accountId}:${line.seq}: no customer’s account`);
  return {
    ...toEntry(line),
    accountType,
    kind,
    isNeutral,
    reversal:
      reversalId && reversedAt ? { transactionId: reversalId, createdAt: reversedAt.toISOString() } : null,
  };
}
