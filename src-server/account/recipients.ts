import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SignedInContext } from '#server/kernel/context';
import { findChecking } from './holders.ts';
import { type Holder, toParty } from './shapes.ts';

const MAX_RECIPIENTS = 5;
/** Bounds the cost of a long history. */
const ENTRIES_SEARCHED = 300;

/** The last five distinct accounts, active ones only. */
export async function listRecipients(ctx: SignedInContext): Promise<Holder[]> {
  const checking = await findChecking(ctx.db, ctx.user.id);
  if (!checking) return [];
  const rows = await ctx.db
    .prepared('account.recipients', (reader, { accounts, entries, transactions, users }) => {
      const sent = alias(entries, 'sent');
      const received = alias(entries, 'received');
      const accountId = sql.placeholder('accountId');
      const lastSeq = sql`(select max(seq) from ${entries} where account_id = ${accountId})`;
      return reader
        .select({
          accountNumber: accounts.accountNumber,
          fullName: users.fullName,
          cpf: users.cpf,
          cnpj: users.cnpj,
        })
        .from(sent)
        .innerJoin(transactions, eq(transactions.id, sent.transactionId))
        .innerJoin(received, eq(received.transactionId, sent.transactionId))
        .innerJoin(accounts, eq(accounts.id, received.accountId))
        .innerJoin(users, eq(users.id, accounts.userId))
        .where(
          and(
            eq(sent.accountId, accountId),
            gt(sent.seq, sql`${lastSeq} - cast(${sql.placeholder('lookedAt')} as integer)`),
            lt(sent.amountCents, 0),
            eq(transactions.type, 'transfer'),
            ne(received.accountId, sent.accountId),
            inArray(accounts.accountType, ['checking', 'savings']),
            eq(accounts.isActive, true),
          ),
        )
        .groupBy(accounts.id, users.id)
        .orderBy(desc(sql`max(${sent.seq})`))
        .limit(MAX_RECIPIENTS);
    })
    .execute({ accountId: checking.id, lookedAt: ENTRIES_SEARCHED });
  return rows.map((row) => ({ ...toParty(row), accountNumber: row.accountNumber }));
}
