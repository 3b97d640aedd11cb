import { asc, eq, like, or, type SQL, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader, Tx } from '#db/db';
import { refuse } from '#domain/refusal';
import { hasDocument } from '#server/account/matches';
import { among } from '#server/kernel/any-of';
import { anyContains } from '#server/kernel/search';
import type { InstalmentState, ProposalAnswer, ProposalRow } from './shapes.ts';

/** Refuses NOT_FOUND. */
export async function proposalById(on: Reader | Tx, id: string): Promise<ProposalRow> {
  const { creditProposals: proposals } = on.tables;
  const [row] = await on.select().from(proposals).where(eq(proposals.id, id));
  if (!row) refuse('NOT_FOUND');
  return row;
}

export async function holderOf(on: Reader | Tx, userId: string): Promise<ProposalAnswer['holder']> {
  const { users } = on.tables;
  const [user] = await on
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(eq(users.id, userId));
  return user ?? null;
}

export async function instalmentsOf(
  on: Reader | Tx,
  proposalIds: readonly string[],
): Promise<Map<string, InstalmentState[]>> {
  const { instalments } = on.tables;
  const found = new Map<string, InstalmentState[]>(proposalIds.map((id) => [id, []]));
  if (proposalIds.length === 0) return found;
  const rows = await on
    .select(columnsOf(instalments, 'proposalId', 'dueOn', 'paidOn'))
    .from(instalments)
    .where(among(on, instalments.proposalId, proposalIds))
    .orderBy(asc(instalments.proposalId), asc(instalments.number));
  for (const { proposalId, ...state } of rows) found.get(proposalId)?.push(state);
  return found;
}

/** Of a customer or a purpose, or a proposal's id; `users` must be joined. */
export function foundBy(db: Reader, q: string | undefined): SQL {
  if (!q) return sql`1 = 1`;
  const { creditProposals: proposals, users } = db.tables;
  const digits = /^[\d./-]+$/.test(q) ? q.replace(/\D/g, '') : '';
  const ways = [
    eq(proposals.id, q),
    anyContains(db, [users.fullName, proposals.purpose], q),
    ...(digits === '' ? [] : [users.cpf, users.cnpj].map((column) => like(column, `%${digits}%`))),
  ];
  // A null CPF must compare as false, not null. A whole document finds nobody whose name or purpose has it.
  return sql`coalesce(${hasDocument(db, q) ?? or(...ways)}, false)`;
}

export const countIf = (condition: ReturnType<typeof sql>) =>
  sql`count(case when ${condition} then 1 end)`.mapWith(Number);
