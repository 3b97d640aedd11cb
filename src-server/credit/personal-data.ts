import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { PersonalData } from '#server/kernel/context';
import { pages } from '#server/work/pages';
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
  const read = (last: ProposalRow | null): Promise<ProposalRow[]> =>
    db
      .select()
      .from(proposals)
      .where(and(eq(proposals.userId, userId), last ? lt(proposals.id, last.id) : undefined))
      .orderBy(desc(proposals.id))
      .limit(PAGE);
  for await (const credits of pages(PAGE, read)) {
    const parts = await db
      .select()
      .from(instalments)
      .where(
        inArray(
          instalments.proposalId,
          credits.map(({ id }) => id),
        ),
      )
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
