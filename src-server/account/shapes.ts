import { z } from 'zod';
import { ACCOUNT_TYPES, TRANSACTION_TYPES } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { maskDocument } from '#domain/tax-id';
import type { StatementEntry } from '#server/ledger/statement-rows';

/** Decimal text with two places, as every answer carries money. */
export const moneySchema = z.string().regex(/^-?\d+\.\d{2}$/);

/** One of the caller's accounts; for an administrator also who holds it, and why it is inactive. */
export const accountSchema = z.object({
  id: z.string(),
  userId: z.string(),
  accountNumber: z.string(),
  accountType: z.enum(ACCOUNT_TYPES).exclude(['external', 'bank']),
  balance: moneySchema,
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  holder: z.object({ id: z.string(), name: z.string() }).optional(),
  inactiveReason: z.string().nullable().optional(),
});
export type Account = z.infer<typeof accountSchema>;

/** A customer's accounts come whole, everybody's in pages; `totals` are over all of them. */
export const accountPageSchema = z.object({
  accounts: z.array(accountSchema),
  nextCursor: z.string().nullable(),
  totals: z.object({ count: z.int(), balance: moneySchema }),
});
export type AccountPage = z.infer<typeof accountPageSchema>;

/** A name and a masked document: all that one customer is told of another. */
export const partySchema = z.object({ name: z.string(), document: z.string() });
export type Party = z.infer<typeof partySchema>;

/** Who holds an account, as told before a transfer. */
export const holderSchema = partySchema.extend({ accountNumber: z.string() });
export type Holder = z.infer<typeof holderSchema>;

/** One line of a statement: `amount` is always positive, `isDebit` says that money left the account. */
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
  /** Who is outside the bank has no account number. */
  counterparty: holderSchema.extend({ accountNumber: z.string().nullable() }).nullable(),
});
export type Entry = z.infer<typeof entrySchema>;

/** A page of a statement; `dayBalances`, when asked for: what the accounts together had at the end of each day shown. */
export const statementAnswerSchema = z.object({
  entries: z.array(entrySchema),
  nextCursor: z.string().nullable(),
  dayBalances: z.array(z.object({ day: z.iso.date(), balance: moneySchema })).optional(),
});
export type StatementAnswer = z.infer<typeof statementAnswerSchema>;

/** A transfer with all that its receipt says. */
export const transferAnswerSchema = z.object({
  id: z.string(),
  type: z.literal('transfer'),
  status: z.enum(['done', 'processing', 'failed']),
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

/** What came in and went out in a month ('YYYY-MM'), and the difference. */
export const monthSummaryAnswerSchema = z.object({
  month: z.string(),
  income: moneySchema,
  expense: moneySchema,
  net: moneySchema,
});
export type MonthSummary = z.infer<typeof monthSummaryAnswerSchema>;

/** An address as the postal code service knows it; a general code has neither street nor neighborhood. */
export const postalAddressSchema = z.object({
  logradouro: z.string(),
  bairro: z.string(),
  localidade: z.string(),
  uf: z.string(),
});
export type PostalAddress = z.infer<typeof postalAddressSchema>;

/** Name and documents of a user row → what another customer may see of it. */
export function toParty(user: { fullName: string; cpf: string | null; cnpj: string | null }): Party {
  return { name: user.fullName, document: maskDocument(user.cpf ?? user.cnpj ?? '') };
}

/** A line of the ledger → the answer's. */
export function toEntry(line: StatementEntry): Entry {
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
