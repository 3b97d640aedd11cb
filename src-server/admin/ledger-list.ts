import { z } from 'zod';
import type { LedgerListInput } from '#domain/admin/ledger';
import { ACCOUNT_TYPES, BANK_ACCOUNT_LABELS, TRANSACTION_TYPES } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { nameOfCaller } from '#server/access/caller-line';
import { matchingHolders } from '#server/account/matches';
import { moneySchema } from '#server/account/shapes';
import { countAttempt } from '#server/auth/attempts';
import { noteViewOfOne } from '#server/auth/profile/note-view';
import type { SignedInContext } from '#server/kernel/context';
import { pageSchema } from '#server/kernel/keyset';
import { cursorOf, placeOf, readOnce } from './ledger-place.ts';
import { isWhole, type LedgerRow, ledgerParts, ledgerRows, ledgerSums } from './ledger-rows.ts';

export const ledgerEntrySchema = z.object({
  id: z.string(),
  transactionId: z.string(),
  transactionType: z.enum(TRANSACTION_TYPES),
  description: z.string(),
  accountId: z.string(),
  accountNumber: z.string(),
  accountType: z.enum(ACCOUNT_TYPES),
  accountName: z.string().nullable(),
  accountHolder: z.string().nullable(),
  holderId: z.string().nullable(),
  amount: moneySchema,
  isDebit: z.boolean(),
  balance: moneySchema,
  createdAt: z.iso.datetime(),
});
export type LedgerEntry = z.output<typeof ledgerEntrySchema>;

/** `totals`: null if not asked for, or of a search that finds too many transactions to add up. */
export const ledgerPageSchema = pageSchema({
  entries: z.array(ledgerEntrySchema),
  totals: z.object({ debits: moneySchema, credits: moneySchema, balance: moneySchema }).nullable(),
});
export type LedgerPage = z.output<typeof ledgerPageSchema>;

/** Most transactions have no entry on these sides. */
const RARE: LedgerListInput['side'][] = ['bank', 'gates'];

/**
 * A page that a search found by one customer's account leaves a `view_user` row. Refuses TOO_MANY_ATTEMPTS (of a part: it may read the whole
 * ledger, once for its rows and once for the totals).
 */
export async function listLedger(
  ctx: SignedInContext,
  { cursor, sort, limit, totals = true, ...filters }: LedgerListInput,
): Promise<LedgerPage> {
  const { db } = ctx;
  if (!isWhole(filters) || RARE.includes(filters.side))
    await countAttempt(ctx, 'statementSearch', nameOfCaller(ctx));
  const start = { place: placeOf(cursor), isAscending: sort === 'createdAt' };
  // A search finds the rows of the first page and the totals at once.
  const parts = readOnce(ledgerParts(db, filters, start));
  const rows: LedgerRow[] = [];
  for await (const found of ledgerRows(db, filters, start, parts)) {
    rows.push(...found);
    if (rows.length > limit) break;
  }
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const sums = totals ? await ledgerSums(db, filters, cursor === undefined ? parts : undefined) : null;
  if (filters.q) await noteViewOfOne(ctx, await matchingHolders(db, filters.q, holdersIn(page)));
  return {
    entries: page.map(toLedgerEntry),
    nextCursor: last && rows.length > limit ? cursorOf(last) : null,
    totals: inDecimals(sums),
  };
}

/** Each once. */
export const holdersIn = (rows: readonly LedgerRow[]): string[] => [
  ...new Set(rows.flatMap(({ holderId }) => holderId ?? [])),
];

function inDecimals(sums: { debitCents: number; creditCents: number } | null) {
  if (sums === null) return null;
  const { debitCents, creditCents } = sums;
  return {
    debits: toDecimal(debitCents),
    credits: toDecimal(creditCents),
    balance: toDecimal(creditCents - debitCents),
  };
}

export function toLedgerEntry(row: LedgerRow): LedgerEntry {
  return {
    id: `${row.transactionId}:${row.accountId}`,
    transactionId: row.transactionId,
    transactionType: row.type,
    description: row.description,
    accountId: row.accountId,
    accountNumber: row.accountNumber,
    accountType: row.accountType,
    accountName: bankAccountName(row.bankAccount),
    accountHolder: row.holderName,
    holderId: row.holderId,
    amount: toDecimal(Math.abs(row.amountCents)),
    isDebit: row.amountCents < 0,
    balance: toDecimal(row.balanceAfterCents),
    createdAt: row.createdAt.toISOString(),
  };
}

/** 'loans_receivable' → 'Empréstimos a receber'. */
export const bankAccountName = (name: string | null): string | null =>
  name === null ? null : (BANK_ACCOUNT_LABELS[name as keyof typeof BANK_ACCOUNT_LABELS] ?? name);
