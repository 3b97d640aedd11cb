import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { forNoKeyUpdate } from '#db/lock';
import { overdueUpTo } from '#domain/credit/late';
import { type Fact, type GroupWrite, locking, type Source } from '#server/decision/decision';
import { anyOf, idList } from '#server/kernel/any-of';
import type { InstalmentRow, ProposalRow } from './shapes.ts';

/** Locked: whoever pays an instalment or changes the credit's state waits here. */
export const creditNumbered = (id: string): Fact<ProposalRow> => ({ source: lockCredits, key: id });

/** In the order of their ids, so that two payments cannot deadlock. */
export const lockCredits = locking('credits', async (tx, ids) => {
  const rows = await tx
    .prepared('credit.lockSeveral', (on, { creditProposals: proposals }) =>
      forNoKeyUpdate(
        on
          .select()
          .from(proposals)
          .where(anyOf(on, proposals.id, 'ids'))
          .orderBy(asc(proposals.id)),
      ),
    )
    .execute({ ids: idList(tx, ids) });
  return new Map(rows.map((row) => [row.id, row]));
});

export const instalmentNumbered = (id: string): Fact<InstalmentRow> => ({ source: readInstalments, key: id });

const readInstalments: Source<InstalmentRow> = async (tx, ids) => {
  const rows = await tx
    .prepared('credit.instalments', (on, { instalments }) =>
      on
        .select()
        .from(instalments)
        .where(anyOf(on, instalments.id, 'ids')),
    )
    .execute({ ids: idList(tx, ids) });
  return new Map(rows.map((row) => [row.id, row]));
};

/** The due dates of a credit's unpaid instalments, each another one. */
export type Unpaid = { dueOn: readonly string[] };

export const unpaidOf = (proposalId: string): Fact<Unpaid> => ({ source: readUnpaid, key: proposalId });

export async function readUnpaid(
  db: Reader,
  proposalIds: readonly string[],
): Promise<ReadonlyMap<string, Unpaid>> {
  const rows = await db
    .prepared('credit.unpaid', (on, { instalments }) =>
      on
        .select({ proposalId: instalments.proposalId, dueOn: instalments.dueOn })
        .from(instalments)
        // By `paid_on` SQLite would read the unpaid instalments of all credits, from their index.
        .where(and(anyOf(on, instalments.proposalId, 'ids'), isNull(instalments.paidCents))),
    )
    .execute({ ids: idList(db, proposalIds) });
  const found = new Map(proposalIds.map((id) => [id, { dueOn: [] as string[] }]));
  for (const { proposalId, dueOn } of rows) found.get(proposalId)?.dueOn.push(dueOn);
  return found;
}

/** How many instalments are overdue on a day. */
export function overdueOf(unpaid: Unpaid | undefined, on: string): number {
  const upTo = overdueUpTo(on);
  return unpaid?.dueOn.filter((day) => day <= upTo).length ?? 0;
}

const PAID = `on conflict (id) do update set paid_on = excluded.paid_on, paid_at = excluded.paid_at,
  paid_cents = excluded.paid_cents, transaction_id = excluded.transaction_id`;

/** Whole rows of instalments that exist. The database refuses to pay one twice. */
export const markPaid: GroupWrite<InstalmentRow> = async (tx, rows) => {
  await tx.insertRows(tx.tables.instalments, rows, { conflict: PAID });
};

/** Rare: a credit that is cured, cleared or finished. */
export const writeStandings: GroupWrite<ProposalRow> = async (tx, rows) => {
  await Promise.all(rows.map((row) => writeStanding(tx, row)));
};

async function writeStanding(tx: Tx, { id, status, negativatedAt, finishedAt }: ProposalRow): Promise<void> {
  const { creditProposals: proposals } = tx.tables;
  await tx.update(proposals).set({ status, negativatedAt, finishedAt }).where(eq(proposals.id, id));
}
