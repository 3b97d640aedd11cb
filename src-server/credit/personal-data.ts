import { and, desc, eq, type SQL } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { among } from '#server/kernel/any-of';
import type { PersonalData } from '#server/kernel/context';
import { idsOf } from '#server/kernel/id';
import { newestPages } from '#server/work/pages';
import { type InstalmentRow, type ProposalRow, proposalAnswer, scheduleAnswer } from './shapes.ts';

const PAGE = 100;

/** Each proposal as of the last day it changed. */
export const proposalData: PersonalData = {
  name: 'creditProposals',
  async *pages(db: Reader, userId: string) {
    for await (const page of creditPages(db, userId))
      yield page.map(({ credit, instalments }) =>
        proposalAnswer(credit, instalments, lastDay(credit, instalments), { isAdmin: false }),
      );
  },
};

export const instalmentData: PersonalData = {
  name: 'instalments',
  async *pages(db: Reader, userId: string) {
    for await (const page of creditPages(db, userId))
      yield page.flatMap(({ credit, instalments }) =>
        instalments.map((row) => scheduleAnswer(row, credit, row.paidOn ?? row.dueOn)),
      );
  },
};

type Credit = { credit: ProposalRow; instalments: InstalmentRow[] };

async function* creditPages(db: Reader, userId: string): AsyncIterable<Credit[]> {
  const { creditProposals: proposals, instalments } = db.tables;
  const own = eq(proposals.userId, userId);
  const query = (next?: SQL) => db.select().from(proposals).where(and(own, next));
  for await (const credits of newestPages(query, proposals.id, ({ id }) => id, PAGE)) {
    const parts = await db
      .select()
      .from(instalments)
      .where(among(db, instalments.proposalId, idsOf(credits)))
      .orderBy(desc(instalments.number));
    yield credits.map((credit) => ({
      credit,
      instalments: parts.filter(({ proposalId }) => proposalId === credit.id),
    }));
  }
}

function lastDay(credit: ProposalRow, instalments: readonly InstalmentRow[]): string {
  const paid = instalments.flatMap(({ paidOn }) => paidOn ?? []).sort();
  return paid.at(-1) ?? credit.paidOutOn ?? '';
}
